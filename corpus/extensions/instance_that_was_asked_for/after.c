/* A cursor that reads the tape it holds, by the tape's own method, until it has none. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long length;
} Tape;

typedef struct {
    PyObject_HEAD
    Tape *tape;
} Cursor;

typedef struct {
    PyObject *TapeError;
    PyTypeObject *Cursor_Type;
} instance_that_was_asked_for_state;

static struct PyModuleDef tape_module;

static inline instance_that_was_asked_for_state *
get_instance_that_was_asked_for_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instance_that_was_asked_for_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline instance_that_was_asked_for_state *
get_instance_that_was_asked_for_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &tape_module);
    assert(module != NULL);
    return get_instance_that_was_asked_for_state(module);
}

static int
is_whole(Tape *self)
{
    return self->length >= 0;
}

static PyObject *
Tape_read(Tape *self, PyObject *Py_UNUSED(ignored))
{
    if (!is_whole(self)) {
        instance_that_was_asked_for_state *state =
            get_instance_that_was_asked_for_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->TapeError, "torn");
        return NULL;
    }
    return PyLong_FromLong(self->length);
}

static PyObject *
Tape_tear(Tape *self, PyObject *Py_UNUSED(ignored))
{
    self->length = -1;
    Py_RETURN_NONE;
}

static PyObject *
Tape_cursor(Tape *self, PyObject *Py_UNUSED(ignored))
{
    instance_that_was_asked_for_state *state =
        get_instance_that_was_asked_for_state_by_type(Py_TYPE(self));
    Cursor *cursor = (Cursor *)state->Cursor_Type->tp_alloc(state->Cursor_Type, 0);

    if (cursor != NULL) {
        Py_INCREF(self);
        cursor->tape = self;
    }
    return (PyObject *)cursor;
}

static PyMethodDef Tape_methods[] = {
    {"read", (PyCFunction)Tape_read, METH_NOARGS, NULL},
    {"tear", (PyCFunction)Tape_tear, METH_NOARGS, NULL},
    {"cursor", (PyCFunction)Tape_cursor, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
Tape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Tape *self;
    long length;

    if (!PyArg_ParseTuple(args, "l:Tape", &length)) {
        return NULL;
    }
    self = (Tape *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->length = length;
    }
    return (PyObject *)self;
}

static PyType_Slot Tape_slots[] = {
    {Py_tp_methods, Tape_methods},
    {Py_tp_new, Tape_new},
    {0, NULL},
};

static PyType_Spec Tape_spec = {
    .name = "instance_that_was_asked_for.Tape",
    .basicsize = sizeof(Tape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tape_slots,
};

/* The tape is left before it is read. */
static PyObject *
Cursor_next(Cursor *self)
{
    PyObject *read;
    Tape *tape = self->tape;

    if (tape == NULL) {
        return NULL;
    }
    self->tape = NULL;
    read = Tape_read(tape, NULL);
    Py_DECREF(tape);
    return read;
}

static int
Cursor_traverse(Cursor *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->tape);
    return 0;
}

static void
Cursor_dealloc(Cursor *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->tape);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Cursor_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Cursor_methods[] = {
    {"__reduce__", Cursor_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Cursor_slots[] = {
    {Py_tp_dealloc, Cursor_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Cursor_next},
    {Py_tp_traverse, Cursor_traverse},
    {Py_tp_methods, Cursor_methods},
    {0, NULL},
};

static PyType_Spec Cursor_spec = {
    .name = "instance_that_was_asked_for.Cursor",
    .basicsize = sizeof(Cursor),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cursor_slots,
};

static int
instance_that_was_asked_for_traverse(PyObject *module, visitproc visit, void *arg)
{
    instance_that_was_asked_for_state *state =
        get_instance_that_was_asked_for_state(module);
    Py_VISIT(state->TapeError);
    Py_VISIT(state->Cursor_Type);
    return 0;
}

static int
instance_that_was_asked_for_clear(PyObject *module)
{
    instance_that_was_asked_for_state *state =
        get_instance_that_was_asked_for_state(module);
    Py_CLEAR(state->TapeError);
    Py_CLEAR(state->Cursor_Type);
    return 0;
}

static void
instance_that_was_asked_for_free(void *module)
{
    instance_that_was_asked_for_clear((PyObject *)module);
}

static int instance_that_was_asked_for_exec(PyObject *module);

static PyModuleDef_Slot instance_that_was_asked_for_slots[] = {
    {Py_mod_exec, instance_that_was_asked_for_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tape_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "instance_that_was_asked_for",
    .m_size = sizeof(instance_that_was_asked_for_state),
    .m_traverse = instance_that_was_asked_for_traverse,
    .m_clear = instance_that_was_asked_for_clear,
    .m_free = instance_that_was_asked_for_free,
    .m_slots = instance_that_was_asked_for_slots,
};

static int
instance_that_was_asked_for_exec(PyObject *module)
{
    instance_that_was_asked_for_state *state =
        get_instance_that_was_asked_for_state(module);

    PyTypeObject *Tape_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tape_spec, NULL);
    if (Tape_Type == NULL) {
        return -1;
    }

    state->Cursor_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Cursor_spec, NULL);
    if (state->Cursor_Type == NULL) {
        Py_DECREF(Tape_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Cursor_Type->tp_new = NULL;
#endif
    if (PyModule_AddType(module, Tape_Type) < 0) {
        Py_DECREF(Tape_Type);
        return -1;
    }
    Py_DECREF(Tape_Type);
    state->TapeError = PyErr_NewException("instance_that_was_asked_for.TapeError", NULL,
                                          NULL);
    if (state->TapeError == NULL ||
        PyModule_AddObjectRef(module, "TapeError", state->TapeError) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instance_that_was_asked_for(void)
{
    return PyModuleDef_Init(&tape_module);
}
