#include <Python.h>
#include <stdlib.h>

/* Weights: "12kg" or numbers, and sorting them with a key from Python. */

static PyObject *WeightError;       /* used by a converter */
static PyObject *active_key;        /* used by a qsort callback */
static PyObject *unit_name;         /* used by an ordinary function */

/* For PyArg_ParseTuple's "O&": its signature is fixed. */
static int
weight_converter(PyObject *object, void *address)
{
    double weight = PyFloat_AsDouble(object);

    if (weight == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_Format(WeightError, "not a weight: %R", object);
        return 0;
    }
    if (weight < 0) {
        PyErr_SetString(WeightError, "negative weight");
        return 0;
    }
    *(double *)address = weight;
    return 1;
}

static PyObject *
total(PyObject *self, PyObject *args)
{
    double first, second = 0.0;

    if (!PyArg_ParseTuple(args, "O&|O&:total", weight_converter, &first, weight_converter, &second))
        return NULL;
    return PyFloat_FromDouble(first + second);
}

/* For the C library's qsort: no room for anything of ours. */
static int
compare(const void *left, const void *right)
{
    PyObject *a, *b;
    int result = 0;

    if (PyErr_Occurred())
        return 0;
    a = PyObject_CallFunctionObjArgs(active_key, *(PyObject *const *)left, NULL);
    if (a == NULL)
        return 0;
    b = PyObject_CallFunctionObjArgs(active_key, *(PyObject *const *)right, NULL);
    if (b != NULL) {
        result = PyObject_RichCompareBool(a, b, Py_LT) ? -1 : PyObject_RichCompareBool(b, a, Py_LT);
        Py_DECREF(b);
    }
    Py_DECREF(a);
    return result;
}

static PyObject *
sorted_by(PyObject *self, PyObject *args)
{
    PyObject *items, *key, *result;
    PyObject *outer_key = active_key;

    if (!PyArg_ParseTuple(args, "OO:sorted_by", &items, &key))
        return NULL;
    result = PySequence_List(items);
    if (result == NULL)
        return NULL;
    active_key = key;
    qsort(((PyListObject *)result)->ob_item, PyList_GET_SIZE(result), sizeof(PyObject *), compare);
    active_key = outer_key;
    if (PyErr_Occurred()) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyObject *
unit(PyObject *self, PyObject *unused)
{
    Py_INCREF(unit_name);
    return unit_name;
}

static PyMethodDef functions[] = {
    {"total", total, METH_VARARGS, "total(weight[, weight]) -> float"},
    {"sorted_by", sorted_by, METH_VARARGS, "sorted_by(items, key) -> list"},
    {"unit", unit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef weights = {
    PyModuleDef_HEAD_INIT,
    "converter_and_qsort_callback",
    "Weights.",
    -1,
    functions,
};

PyMODINIT_FUNC
PyInit_converter_and_qsort_callback(void)
{
    PyObject *m = PyModule_Create(&weights);

    if (m == NULL)
        return NULL;
    unit_name = PyUnicode_InternFromString("kg");
    WeightError = PyErr_NewException("converter_and_qsort_callback.WeightError", NULL, NULL);
    if (unit_name == NULL || WeightError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(WeightError);
    if (PyModule_AddObject(m, "WeightError", WeightError) < 0) {
        Py_DECREF(WeightError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
