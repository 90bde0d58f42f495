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

static int return_of_the_module_before_it_is_made_exec(PyObject *m);

static PyModuleDef_Slot return_of_the_module_before_it_is_made_slots[] = {
    {Py_mod_exec, return_of_the_module_before_it_is_made_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef trace_module = {
    PyModuleDef_HEAD_INIT, "return_of_the_module_before_it_is_made", NULL, 0, trace_methods,
    return_of_the_module_before_it_is_made_slots, NULL, NULL, NULL
};

static int
return_of_the_module_before_it_is_made_exec(PyObject *m)
{
#else
PyMODINIT_FUNC
initreturn_of_the_module_before_it_is_made(void)
{
#endif

    if (PyType_Ready(&Trace_Type) < 0)
        return -1;
    Py_INCREF(&Trace_Type);
    PyModule_AddObject(m, "Trace", (PyObject *)&Trace_Type);
    TraceError = PyErr_NewException("return_of_the_module_before_it_is_made.TraceError", NULL, NULL);
    return 0;
}

PyMODINIT_FUNC
PyInit_return_of_the_module_before_it_is_made(void)
{
    return PyModuleDef_Init(&trace_module);
}
