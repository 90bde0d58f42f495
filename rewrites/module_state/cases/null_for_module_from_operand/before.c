/* A slot whose first operand may be an int passes NULL for the module: one of the operands leads to it. */
#include <Python.h>

static PyObject *rates;

typedef struct {
    PyObject_HEAD
    long amount;
} SumObject;

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

static PyObject *
sum_matrix_multiply(PyObject *self, PyObject *other)
{
    if (PyDict_Contains(rates, other) == 0)
        Py_RETURN_NOTIMPLEMENTED;
    return rate_of(NULL, other);
}

static PyType_Slot Sum_slots[] = {
    {Py_nb_multiply, sum_multiply},
    {Py_nb_matrix_multiply, sum_matrix_multiply},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Sum_spec = {
    .name = "sums.Sum",
    .basicsize = sizeof(SumObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Sum_slots,
};

static PyMethodDef sums_functions[] = {
    {"rate_of", rate_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
sums_exec(PyObject *m)
{
    PyObject *type = PyType_FromModuleAndSpec(m, &Sum_spec, NULL);

    if (type == NULL)
        return -1;
    rates = PyDict_New();
    if (rates == NULL || PyModule_AddObject(m, "Sum", type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot sums_slots[] = {
    {Py_mod_exec, sums_exec},
    {0, NULL}
};

static struct PyModuleDef sums_module = {
    PyModuleDef_HEAD_INIT, "sums", NULL, 0, sums_functions, sums_slots
};

PyMODINIT_FUNC
PyInit_sums(void)
{
    return PyModuleDef_Init(&sums_module);
}
