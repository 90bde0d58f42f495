/* A flag lets the helper make the types once; what uses them comes behind it. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} Counter;

typedef struct {
    int initialized;
    PyTypeObject *Counter_Type;
} helper_that_runs_once_state;

static inline helper_that_runs_once_state *
get_helper_that_runs_once_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (helper_that_runs_once_state *)state;
}

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "helper_that_runs_once.Counter",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static int
init_types(PyObject *module)
{
    helper_that_runs_once_state *state = get_helper_that_runs_once_state(module);

    if (!state->initialized) {
        state->Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
            module, &Counter_spec, NULL);
        if (state->Counter_Type == NULL) {
            return -1;
        }
        state->initialized = 1;
    }
    return 0;
}

static PyObject *
make(PyObject *module, PyObject *unused)
{
    helper_that_runs_once_state *state = get_helper_that_runs_once_state(module);

    return PyObject_CallNoArgs((PyObject *)state->Counter_Type);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, "Return a new counter."},
    {NULL, NULL, 0, NULL}
};

static int
counter_exec(PyObject *module)
{
    helper_that_runs_once_state *state = get_helper_that_runs_once_state(module);

    if (init_types(module) < 0) {
        return -1;
    }
    Py_INCREF(state->Counter_Type);
    if (PyModule_AddObject(module, "Counter",
                           (PyObject *)state->Counter_Type) < 0) {
        Py_DECREF(state->Counter_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, counter_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
helper_that_runs_once_traverse(PyObject *module, visitproc visit, void *arg)
{
    helper_that_runs_once_state *state = get_helper_that_runs_once_state(module);
    Py_VISIT(state->Counter_Type);
    return 0;
}

static int
helper_that_runs_once_clear(PyObject *module)
{
    helper_that_runs_once_state *state = get_helper_that_runs_once_state(module);
    Py_CLEAR(state->Counter_Type);
    return 0;
}

static void
helper_that_runs_once_free(void *module)
{
    helper_that_runs_once_clear((PyObject *)module);
}

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT, "helper_that_runs_once", NULL,
    sizeof(helper_that_runs_once_state), methods, slots,
    helper_that_runs_once_traverse, helper_that_runs_once_clear,
    helper_that_runs_once_free
};

PyMODINIT_FUNC
PyInit_helper_that_runs_once(void)
{
    return PyModuleDef_Init(&counter_module);
}
