#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Sessions that are noted in a journal when they end; one can hold anything, itself included. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} SessionObject;

typedef struct {
    PyObject *journal;
    Py_ssize_t ended;
} finalizer_of_collected_type_state;

static struct PyModuleDef sessions_module;

static inline finalizer_of_collected_type_state *
get_finalizer_of_collected_type_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (finalizer_of_collected_type_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def) {
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

static inline finalizer_of_collected_type_state *
get_finalizer_of_collected_type_state_by_type(PyTypeObject *type) {
    PyObject *module = PyType_GetModuleByDef(type, &sessions_module);
    assert(module != NULL);
    return get_finalizer_of_collected_type_state(module);
}

static int note_end(finalizer_of_collected_type_state *state, PyObject *what) {
    state->ended++;
    return PyList_Append(state->journal, what);
}

static void Session_finalize(PyObject *op) {
    finalizer_of_collected_type_state *state =
        get_finalizer_of_collected_type_state_by_type(Py_TYPE(op));
    PyObject *type, *value, *traceback, *name;

    PyErr_Fetch(&type, &value, &traceback);
    name = PyUnicode_FromString("session");
    if (name == NULL || note_end(state, name) < 0) {
        PyErr_WriteUnraisable(op);
    }
    Py_XDECREF(name);
    PyErr_Restore(type, value, traceback);
}

static int Session_traverse(SessionObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int Session_clear(SessionObject *self) {
    Py_CLEAR(self->content);
    return 0;
}

static void Session_dealloc(SessionObject *self) {
    PyTypeObject *tp = Py_TYPE(self);

    if (PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Session_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *Session_keep(SessionObject *self, PyObject *content) {
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    Py_RETURN_NONE;
}

static PyMethodDef Session_methods[] = {
    {"keep", (PyCFunction)Session_keep, METH_O, "keep(content): hold it until the end"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Session_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_finalize, Session_finalize},
    {Py_tp_dealloc, Session_dealloc},
    {Py_tp_traverse, Session_traverse},
    {Py_tp_clear, Session_clear},
    {Py_tp_methods, Session_methods},
    {0, NULL},
};

static PyType_Spec Session_spec = {
    .name = "finalizer_of_collected_type.Session",
    .basicsize = sizeof(SessionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Session_slots,
};

static PyObject *sessions_ended(PyObject *module, PyObject *ignored) {
    finalizer_of_collected_type_state *state = get_finalizer_of_collected_type_state(module);

    return Py_BuildValue("nn", state->ended, PyList_GET_SIZE(state->journal));
}

static PyMethodDef methods[] = {
    {"ended", sessions_ended, METH_NOARGS, "ended() -> (number of sessions that ended, length of the journal)"},
    {NULL, NULL, 0, NULL}
};

static int finalizer_of_collected_type_traverse(PyObject *module, visitproc visit, void *arg) {
    finalizer_of_collected_type_state *state = get_finalizer_of_collected_type_state(module);
    Py_VISIT(state->journal);
    return 0;
}

static int finalizer_of_collected_type_clear(PyObject *module) {
    finalizer_of_collected_type_state *state = get_finalizer_of_collected_type_state(module);
    Py_CLEAR(state->journal);
    return 0;
}

static void finalizer_of_collected_type_free(void *module) {
    finalizer_of_collected_type_clear((PyObject *)module);
}

static int finalizer_of_collected_type_exec(PyObject *module);

static PyModuleDef_Slot finalizer_of_collected_type_slots[] = {
    {Py_mod_exec, finalizer_of_collected_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef sessions_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "finalizer_of_collected_type",
    .m_size = sizeof(finalizer_of_collected_type_state),
    .m_methods = methods,
    .m_traverse = finalizer_of_collected_type_traverse,
    .m_clear = finalizer_of_collected_type_clear,
    .m_free = finalizer_of_collected_type_free,
    .m_slots = finalizer_of_collected_type_slots,
};

static int finalizer_of_collected_type_exec(PyObject *module) {
    finalizer_of_collected_type_state *state = get_finalizer_of_collected_type_state(module);

    PyTypeObject *Session_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Session_spec, NULL);
    if (Session_Type == NULL) {
        return -1;
    }
    state->journal = PyList_New(0);
    if (state->journal == NULL) {
        Py_DECREF(Session_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Session", (PyObject *)Session_Type) < 0) {
        Py_DECREF(Session_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_finalizer_of_collected_type(void) {
    return PyModuleDef_Init(&sessions_module);
}
