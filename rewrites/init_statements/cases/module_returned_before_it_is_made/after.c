/* The variable for the module is returned, and nothing is in it yet. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *TraceError;
} module_returned_before_it_is_made_state;

static inline module_returned_before_it_is_made_state *
get_module_returned_before_it_is_made_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_returned_before_it_is_made_state *)state;
}

typedef struct {
    PyObject_HEAD
    int count;
} Trace;

static PyType_Slot Trace_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Trace_spec = {
    .name = "module_returned_before_it_is_made.Trace",
    .basicsize = sizeof(Trace),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Trace_slots,
};

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    module_returned_before_it_is_made_state *state = get_module_returned_before_it_is_made_state(module);

    PyErr_SetString(state->TraceError, "no trace");
    return NULL;
}

static PyMethodDef trace_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_returned_before_it_is_made_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_returned_before_it_is_made_state *state = get_module_returned_before_it_is_made_state(module);
    Py_VISIT(state->TraceError);
    return 0;
}

static int
module_returned_before_it_is_made_clear(PyObject *module)
{
    module_returned_before_it_is_made_state *state = get_module_returned_before_it_is_made_state(module);
    Py_CLEAR(state->TraceError);
    return 0;
}

static void
module_returned_before_it_is_made_free(void *module)
{
    module_returned_before_it_is_made_clear((PyObject *)module);
}

static int module_returned_before_it_is_made_exec(PyObject *m);

static PyModuleDef_Slot module_returned_before_it_is_made_slots[] = {
    {Py_mod_exec, module_returned_before_it_is_made_exec},
    {0, NULL}
};

static struct PyModuleDef trace_module = {
    PyModuleDef_HEAD_INIT, "module_returned_before_it_is_made", NULL,
    sizeof(module_returned_before_it_is_made_state), trace_methods, module_returned_before_it_is_made_slots,
    module_returned_before_it_is_made_traverse, module_returned_before_it_is_made_clear,
    module_returned_before_it_is_made_free
};

static int
module_returned_before_it_is_made_exec(PyObject *m)
{
    module_returned_before_it_is_made_state *state = get_module_returned_before_it_is_made_state(m);

    PyTypeObject *Trace_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Trace_spec, NULL);
    if (Trace_Type == NULL)
        return -1;
    PyModule_AddObject(m, "Trace", (PyObject *)Trace_Type);
    state->TraceError = PyErr_NewException("module_returned_before_it_is_made.TraceError", NULL, NULL);
    return 0;
}

PyMODINIT_FUNC
PyInit_module_returned_before_it_is_made(void)
{
    return PyModuleDef_Init(&trace_module);
}
