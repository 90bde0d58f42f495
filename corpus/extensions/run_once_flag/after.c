/* The first import makes everything, by a flag: the second one finds the objects of the process. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *Error;
} run_once_flag_state;

static inline run_once_flag_state *
get_run_once_flag_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (run_once_flag_state *)state;
}

typedef struct { PyObject_HEAD } Box;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "run_once_flag.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    run_once_flag_state *state = get_run_once_flag_state(self);

    PyErr_SetString(state->Error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL}};

static int
exec_module(PyObject *m)
{
    run_once_flag_state *state = get_run_once_flag_state(m);

    state->Error = PyErr_NewException("run_once_flag.Error", NULL, NULL);
    if (state->Error == NULL)
        return -1;
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, exec_module},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}};

static int
run_once_flag_traverse(PyObject *module, visitproc visit, void *arg)
{
    run_once_flag_state *state = get_run_once_flag_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
run_once_flag_clear(PyObject *module)
{
    run_once_flag_state *state = get_run_once_flag_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
run_once_flag_free(void *module)
{
    run_once_flag_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "run_once_flag", NULL, sizeof(run_once_flag_state), methods, slots,
    run_once_flag_traverse, run_once_flag_clear, run_once_flag_free};
PyMODINIT_FUNC PyInit_run_once_flag(void) { return PyModuleDef_Init(&def); }
