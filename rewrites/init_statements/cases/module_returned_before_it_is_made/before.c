/* The variable for the module is returned, and nothing is in it yet. */
#include <Python.h>

static PyObject *TraceError;

typedef struct {
    PyObject_HEAD
    int count;
} Trace;

static PyTypeObject Trace_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_returned_before_it_is_made.Trace",
    .tp_basicsize = sizeof(Trace),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(TraceError, "no trace");
    return NULL;
}

static PyMethodDef trace_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef trace_module = {
    PyModuleDef_HEAD_INIT, "module_returned_before_it_is_made", NULL, -1, trace_methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_module_returned_before_it_is_made(void)
{
    PyObject *m = NULL;

    if (PyType_Ready(&Trace_Type) < 0)
        return m;
    m = PyModule_Create(&trace_module);
    if (m == NULL)
        return m;
    Py_INCREF(&Trace_Type);
    PyModule_AddObject(m, "Trace", (PyObject *)&Trace_Type);
    TraceError = PyErr_NewException("module_returned_before_it_is_made.TraceError", NULL, NULL);
    return m;
}
