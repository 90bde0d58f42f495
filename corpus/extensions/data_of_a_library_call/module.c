#define _GNU_SOURCE
#include <stdlib.h>
#include <Python.h>

/* Callbacks that a library hands a list, or a struct of its caller's, and nothing of the module. */

typedef struct {
    PyObject_HEAD
    double size;
} Weight;

static PyTypeObject Weight_Type;
static PyObject *WeightError;

static int
by_size(const void *left, const void *right, void *errors)
{
    PyObject *one = *(PyObject **)left, *other = *(PyObject **)right;
    double difference;

    if (!PyObject_TypeCheck(one, &Weight_Type) || !PyObject_TypeCheck(other, &Weight_Type)) {
        if (PyList_GET_SIZE((PyObject *)errors) == 0 && PyList_Append(errors, WeightError) < 0)
            PyErr_Clear();
        return 0;
    }
    difference = ((Weight *)one)->size - ((Weight *)other)->size;
    return difference < 0 ? -1 : difference > 0;
}

typedef struct {
    double total;
    Py_ssize_t count;
} sums;

static int
add_size(const void *left, const void *right, void *data)
{
    sums *found = data;

    if (PyObject_TypeCheck(*(PyObject **)left, &Weight_Type))
        found->total += (*(Weight **)left)->size;
    found->count++;
    return 0;
}

static PyObject *
sorted_weights(PyObject *module, PyObject *arg)
{
    PyObject *errors, *items = PySequence_List(arg);

    if (items == NULL)
        return NULL;
    errors = PyList_New(0);
    if (errors == NULL) {
        Py_DECREF(items);
        return NULL;
    }
    qsort_r(PySequence_Fast_ITEMS(items), (size_t)PyList_GET_SIZE(items), sizeof(PyObject *), by_size, errors);
    if (PyList_GET_SIZE(errors) > 0) {
        PyErr_SetString(PyList_GET_ITEM(errors, 0), "only weights have a size");
        Py_CLEAR(items);
    }
    Py_DECREF(errors);
    return items;
}

static PyObject *
compared(PyObject *module, PyObject *arg)
{
    sums found = {0, 0};
    PyObject *items = PySequence_List(arg);

    if (items == NULL)
        return NULL;
    if (PyList_GET_SIZE(items) > 1)
        qsort_r(PySequence_Fast_ITEMS(items), PyList_GET_SIZE(items), sizeof(PyObject *), add_size, (void *)&found);
    Py_DECREF(items);
    return Py_BuildValue("nO", found.count, found.total > 0 ? Py_True : Py_False);
}

static int
Weight_init(Weight *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "d", &self->size) ? 0 : -1;
}

static PyObject *
Weight_repr(Weight *self)
{
    return PyUnicode_FromFormat("<%d>", (int)self->size);
}

static PyTypeObject Weight_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "data_of_a_library_call.Weight",
    .tp_basicsize = sizeof(Weight),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_repr = (reprfunc)Weight_repr,
    .tp_init = (initproc)Weight_init,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"sorted_weights", sorted_weights, METH_O, NULL},
    {"compared", compared, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_of_a_library_call", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_data_of_a_library_call(void)
{
    PyObject *module;

    if (PyType_Ready(&Weight_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    WeightError = PyErr_NewException("data_of_a_library_call.WeightError", NULL, NULL);
    Py_XINCREF(WeightError);
    if (PyModule_AddObject(module, "WeightError", WeightError) < 0) {
        Py_XDECREF(WeightError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Weight_Type);
    if (PyModule_AddObject(module, "Weight", (PyObject *)&Weight_Type) < 0) {
        Py_DECREF(&Weight_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
