#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Handles: the module knows how many are open, and who wants to hear of it. */

typedef struct {
    PyObject_HEAD
    int number;
    PyObject *owner;
} HandleObject;

typedef struct {
    PyTypeObject *HandleType;
    Py_ssize_t open_handles;
    PyObject *HandleError;
    int next_number;
} counter_in_dealloc_state;

static inline counter_in_dealloc_state *
get_counter_in_dealloc_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (counter_in_dealloc_state *)state;
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline counter_in_dealloc_state *
find_counter_in_dealloc_state_by_type(PyTypeObject *type) {
    PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
    return module != NULL ? get_counter_in_dealloc_state(module) : NULL;
}

static PyObject *handle_open(PyObject *module, PyObject *owner) {
    counter_in_dealloc_state *state = get_counter_in_dealloc_state(module);
    HandleObject *self;

    if (owner == Py_None) {
        PyErr_SetString(state->HandleError, "a handle needs an owner");
        return NULL;
    }
    self = (HandleObject *)state->HandleType->tp_alloc(state->HandleType, 0);
    if (self == NULL) {
        return NULL;
    }
    self->number = state->next_number++;
    Py_INCREF(owner);
    self->owner = owner;
    state->open_handles++;
    return (PyObject *)self;
}

static int handle_traverse(HandleObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static void handle_dealloc(HandleObject *self) {
    counter_in_dealloc_state *state =
        find_counter_in_dealloc_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (state != NULL) {
        state->open_handles--;
    }
    Py_XDECREF(self->owner);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *handle_owner(HandleObject *self, void *closure) {
    Py_INCREF(self->owner);
    return self->owner;
}

static PyObject *count(PyObject *module, PyObject *unused) {
    counter_in_dealloc_state *state = get_counter_in_dealloc_state(module);

    return PyLong_FromSsize_t(state->open_handles);
}

static PyGetSetDef handle_getset[] = {
    {"owner", (getter)handle_owner, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *Handle_reduce(PyObject *self, PyObject *Py_UNUSED(ignored)) {
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Handle_methods[] = {
    {"__reduce__", Handle_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Handle_slots[] = {
    {Py_tp_dealloc, handle_dealloc},
    {Py_tp_getset, handle_getset},
    {Py_tp_traverse, handle_traverse},
    {Py_tp_methods, Handle_methods},
    {0, NULL},
};

static PyType_Spec Handle_spec = {
    .name = "counter_in_dealloc.Handle",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handle_slots,
};

static PyMethodDef methods[] = {
    {"open", handle_open, METH_O, "open(owner) -> Handle"},
    {"count", count, METH_NOARGS, "count() -> number of handles alive"},
    {NULL, NULL, 0, NULL}
};

static int counter_in_dealloc_traverse(PyObject *module, visitproc visit,
                                       void *arg) {
    counter_in_dealloc_state *state = get_counter_in_dealloc_state(module);
    Py_VISIT(state->HandleType);
    Py_VISIT(state->HandleError);
    return 0;
}

static int counter_in_dealloc_clear(PyObject *module) {
    counter_in_dealloc_state *state = get_counter_in_dealloc_state(module);
    Py_CLEAR(state->HandleType);
    Py_CLEAR(state->HandleError);
    return 0;
}

static void counter_in_dealloc_free(void *module) {
    counter_in_dealloc_clear((PyObject *)module);
}

static int counter_in_dealloc_exec(PyObject *module);

static PyModuleDef_Slot counter_in_dealloc_slots[] = {
    {Py_mod_exec, counter_in_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "counter_in_dealloc",
    .m_size = sizeof(counter_in_dealloc_state),
    .m_methods = methods,
    .m_traverse = counter_in_dealloc_traverse,
    .m_clear = counter_in_dealloc_clear,
    .m_free = counter_in_dealloc_free,
    .m_slots = counter_in_dealloc_slots,
};

static int counter_in_dealloc_exec(PyObject *module) {
    counter_in_dealloc_state *state = get_counter_in_dealloc_state(module);

    state->HandleType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Handle_spec, NULL);
    if (state->HandleType == NULL) {
        goto fail;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->HandleType->tp_new = NULL;
#endif
    state->HandleError = PyErr_NewException("counter_in_dealloc.HandleError", NULL,
                                            NULL);
    if (state->HandleError == NULL) {
        goto fail;
    }
    Py_INCREF(state->HandleError);
    if (PyModule_AddObject(module, "HandleError", state->HandleError) < 0) {
        Py_DECREF(state->HandleError);
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC PyInit_counter_in_dealloc(void) {
    return PyModuleDef_Init(&moduledef);
}
