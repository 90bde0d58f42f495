#include <Python.h>

static int
check(PyObject *module, long value)
{
    if (value >= 0) {
        return 0;
    }
    PyObject *error = PyObject_GetAttrString(module, "GaugeError");
    if (error == NULL) {
        return -1;
    }
    PyErr_Format(error, "%ld is below zero", value);
    Py_DECREF(error);
    return -1;
}

static PyObject *
gauge_double(PyObject *module, PyObject *op)
{
    long value = PyLong_AsLong(op);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (check(module, value) < 0) {
        return NULL;
    }
    return PyLong_FromLong(2 * value);
}

static PyMethodDef gauge_functions[] = {
    {"double", gauge_double, METH_O,
     "double($module, value, /)\n--\n\nReturn it twice."},
    {NULL, NULL, 0, NULL}
};

static int
gauge_exec(PyObject *module)
{
    PyObject *error = PyErr_NewException("gauge.GaugeError", PyExc_ValueError, NULL);
    if (error == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "GaugeError", error) < 0) {
        Py_DECREF(error);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot gauge_slots[] = {
    {Py_mod_exec, gauge_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef gauge_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "gauge",
    .m_doc = "Values that are checked.",
    .m_size = 0,
    .m_methods = gauge_functions,
    .m_slots = gauge_slots,
};

PyMODINIT_FUNC
PyInit_gauge(void)
{
    return PyModuleDef_Init(&gauge_module);
}
