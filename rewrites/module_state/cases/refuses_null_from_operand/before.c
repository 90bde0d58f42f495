/* Nothing leads to the module where a function is called with NULL for it: the first operand may be an int. */
#include <Python.h>

static PyObject *rates;

typedef struct {
    PyObject_HEAD
    long amount;
} SumObject;

static PyTypeObject Sum_Type;

static PyObject *
rate_of(PyObject *ignored, PyObject *name)
{
    PyObject *rate = PyDict_GetItemWithError(rates, name);

    if (rate == NULL)
        return PyErr_Occurred() ? NULL : PyLong_FromLong(1);
    Py_INCREF(rate);
    return rate;
}

static PyObject *
sum_multiply(PyObject *self, PyObject *other)
{
    return rate_of(NULL, other);
}

static PyNumberMethods sum_as_number = {
    .nb_multiply = sum_multiply,
};

static PyTypeObject Sum_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sums.Sum",
    .tp_basicsize = sizeof(SumObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &sum_as_number,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef sums_functions[] = {
    {"rate_of", rate_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sums_module = {
    PyModuleDef_HEAD_INIT, "sums", NULL, -1, sums_functions
};

PyMODINIT_FUNC
PyInit_sums(void)
{
    PyObject *m;

    if (PyType_Ready(&Sum_Type) < 0)
        return NULL;
    rates = PyDict_New();
    if (rates == NULL)
        return NULL;
    m = PyModule_Create(&sums_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Sum_Type);
    if (PyModule_AddObject(m, "Sum", (PyObject *)&Sum_Type) < 0) {
        Py_DECREF(&Sum_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
