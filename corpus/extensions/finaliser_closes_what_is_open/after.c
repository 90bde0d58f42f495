#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *log;
    int handle;
} Box;

typedef struct {
    PyObject *BoxError;
} finaliser_closes_what_is_open_state;

static inline finaliser_closes_what_is_open_state *
get_finaliser_closes_what_is_open_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (finaliser_closes_what_is_open_state *)state;
}

static inline finaliser_closes_what_is_open_state *
get_finaliser_closes_what_is_open_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (finaliser_closes_what_is_open_state *)state;
}

static int
Box_shut(finaliser_closes_what_is_open_state *state, Box *self)
{
    PyObject *result;

    if (self->handle < 0) {
        return 0;
    }
    self->handle = -1;
    result = PyObject_CallFunction(self->log, "s", "shut");
    if (result == NULL) {
        PyErr_SetString(state->BoxError, "the box can't be shut");
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static PyObject *
Box_close(Box *self, PyObject *Py_UNUSED(ignored))
{
    finaliser_closes_what_is_open_state *state =
        get_finaliser_closes_what_is_open_state_by_type(Py_TYPE(self));

    if (Box_shut(state, self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *log;

    if (!PyArg_ParseTuple(args, "O", &log)) {
        return -1;
    }
    Py_INCREF(log);
    Py_XSETREF(self->log, log);
    self->handle = 1;
    return 0;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->log);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->log);
    return 0;
}

static void
Box_finalize(Box *self)
{
    finaliser_closes_what_is_open_state *state =
        get_finaliser_closes_what_is_open_state_by_type(Py_TYPE(self));
    PyObject *type, *value, *traceback;

    /* What is left open is shut. */
    PyErr_Fetch(&type, &value, &traceback);
    if (self->log != NULL && Box_shut(state, self) < 0) {
        PyErr_WriteUnraisable(NULL);
    }
    PyErr_Restore(type, value, traceback);
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, Box_init},
    {Py_tp_methods, Box_methods},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_finalize, Box_finalize},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "finaliser_closes_what_is_open.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
finaliser_closes_what_is_open_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    finaliser_closes_what_is_open_state *state =
        get_finaliser_closes_what_is_open_state(module);
    Py_VISIT(state->BoxError);
    return 0;
}

static int
finaliser_closes_what_is_open_clear(PyObject *module)
{
    finaliser_closes_what_is_open_state *state =
        get_finaliser_closes_what_is_open_state(module);
    Py_CLEAR(state->BoxError);
    return 0;
}

static void
finaliser_closes_what_is_open_free(void *module)
{
    finaliser_closes_what_is_open_clear((PyObject *)module);
}

static int finaliser_closes_what_is_open_exec(PyObject *module);

static PyModuleDef_Slot finaliser_closes_what_is_open_slots[] = {
    {Py_mod_exec, finaliser_closes_what_is_open_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "finaliser_closes_what_is_open",
    .m_size = sizeof(finaliser_closes_what_is_open_state),
    .m_traverse = finaliser_closes_what_is_open_traverse,
    .m_clear = finaliser_closes_what_is_open_clear,
    .m_free = finaliser_closes_what_is_open_free,
    .m_slots = finaliser_closes_what_is_open_slots,
};

static int
finaliser_closes_what_is_open_exec(PyObject *module)
{
    finaliser_closes_what_is_open_state *state =
        get_finaliser_closes_what_is_open_state(module);

    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    state->BoxError = PyErr_NewException("finaliser_closes_what_is_open.BoxError", NULL, NULL);
    if (state->BoxError == NULL) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_INCREF(state->BoxError);
    if (PyModule_AddObject(module, "BoxError", state->BoxError) < 0) {
        Py_DECREF(state->BoxError);
        Py_DECREF(Box_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_finaliser_closes_what_is_open(void)
{
    return PyModuleDef_Init(&boxes_module);
}
