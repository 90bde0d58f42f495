/* RETURN gives the module, or nothing where there is none yet. */
#include <Python.h>

static PyObject *TraceError;

typedef struct {
    PyObject_HEAD
    int count;
} Trace;

static PyTypeObject Trace_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "return_of_the_module_before_it_is_made.Trace",
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

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef trace_module = {
    PyModuleDef_HEAD_INIT, "return_of_the_module_before_it_is_made", NULL, -1, trace_methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_return_of_the_module_before_it_is_made(void)
{
#define RETURN return m
#else
PyMODINIT_FUNC
initreturn_of_the_module_before_it_is_made(void)
{
#define RETURN return
#endif
    PyObject *m = NULL;

    if (PyType_Ready(&Trace_Type) < 0)
        RETURN;
#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&trace_module);
#else
    m = Py_InitModule("return_of_the_module_before_it_is_made", trace_methods);
#endif
    if (m == NULL)
        RETURN;
    Py_INCREF(&Trace_Type);
    PyModule_AddObject(m, "Trace", (PyObject *)&Trace_Type);
    TraceError = PyErr_NewException("return_of_the_module_before_it_is_made.TraceError", NULL, NULL);
    RETURN;
}
