#include <Python.h>

typedef struct {
    PyObject *GaugeError;
} gauge_state;

static inline gauge_state *
get_gauge_state(PyObject *module)
{
    return (gauge_state *)PyModule_GetState(module);
}

static int
check(PyObject *module, long value)
{
    if (value >= 0) {
        return 0;
    }
    PyErr_Format(get_gauge_state(module)->GaugeError, "%ld is below zero", value);
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
    gauge_state *state = get_gauge_state(module);

    state->GaugeError = PyErr_NewException("gauge.GaugeError", PyExc_ValueError, NULL);
    if (state->GaugeError == NULL) {
        return -1;
    }
    Py_INCREF(state->GaugeError);
    if (PyModule_AddObject(module, "GaugeError", state->GaugeError) < 0) {
        Py_DECREF(state->GaugeError);
        return -1;
    }
    return 0;
}

static int
gauge_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_gauge_state(module)->GaugeError);
    return 0;
}

static int
gauge_clear(PyObject *module)
{
    Py_CLEAR(get_gauge_state(module)->GaugeError);
    return 0;
}

static void
gauge_free(void *module)
{
    gauge_clear((PyObject *)module);
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
    .m_size = sizeof(gauge_state),
    .m_methods = gauge_functions,
    .m_slots = gauge_slots,
    .m_traverse = gauge_traverse,
    .m_clear = gauge_clear,
    .m_free = gauge_free,
};

PyMODINIT_FUNC
PyInit_gauge(void)
{
    return PyModuleDef_Init(&gauge_module);
}
