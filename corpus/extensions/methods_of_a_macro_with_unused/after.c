#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A cursor over numbers: a macro writes those of its methods that take no argument, one by one. */

typedef struct {
    PyObject *CursorError;
} methods_of_a_macro_with_unused_state;

static struct PyModuleDef cursors_module;

static inline methods_of_a_macro_with_unused_state *
get_methods_of_a_macro_with_unused_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (methods_of_a_macro_with_unused_state *)state;
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

static inline methods_of_a_macro_with_unused_state *
get_methods_of_a_macro_with_unused_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &cursors_module);
    assert(module != NULL);
    return get_methods_of_a_macro_with_unused_state(module);
}

typedef struct {
    PyObject_HEAD
    long at, last;
} Cursor;

static PyObject *
cursor_move(methods_of_a_macro_with_unused_state *state, Cursor *self, long to)
{
    if (to < 0 || to > self->last) {
        PyErr_Format(state->CursorError, "no number %ld", to);
        return NULL;
    }
    self->at = to;
    return PyLong_FromLong(to);
}

#define CURSOR_METHOD(name, to)                                                  \
    static PyObject *cursor_##name(Cursor *self, PyObject *Py_UNUSED(ignored)) { \
        methods_of_a_macro_with_unused_state *state =                            \
            get_methods_of_a_macro_with_unused_state_by_type(Py_TYPE(self));     \
        return cursor_move(state, self, to); }

CURSOR_METHOD(first, 0)
CURSOR_METHOD(last, self->last)
CURSOR_METHOD(next, self->at + 1)
CURSOR_METHOD(prev, self->at - 1)

static PyObject *
cursor_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Cursor *self;
    long last;

    if (!PyArg_ParseTuple(args, "l:Cursor", &last))
        return NULL;
    self = (Cursor *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->at = 0;
        self->last = last;
    }
    return (PyObject *)self;
}

static PyMethodDef cursor_methods[] = {
    {"first", (PyCFunction)cursor_first, METH_NOARGS, NULL},
    {"last", (PyCFunction)cursor_last, METH_NOARGS, NULL},
    {"next", (PyCFunction)cursor_next, METH_NOARGS, NULL},
    {"prev", (PyCFunction)cursor_prev, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Cursor_slots[] = {
    {Py_tp_methods, cursor_methods},
    {Py_tp_new, cursor_new},
    {0, NULL},
};

static PyType_Spec Cursor_spec = {
    .name = "methods_of_a_macro_with_unused.Cursor",
    .basicsize = sizeof(Cursor),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cursor_slots,
};

static int
methods_of_a_macro_with_unused_traverse(PyObject *module, visitproc visit, void *arg)
{
    methods_of_a_macro_with_unused_state *state = get_methods_of_a_macro_with_unused_state(module);
    Py_VISIT(state->CursorError);
    return 0;
}

static int
methods_of_a_macro_with_unused_clear(PyObject *module)
{
    methods_of_a_macro_with_unused_state *state = get_methods_of_a_macro_with_unused_state(module);
    Py_CLEAR(state->CursorError);
    return 0;
}

static void
methods_of_a_macro_with_unused_free(void *module)
{
    methods_of_a_macro_with_unused_clear((PyObject *)module);
}

static int methods_of_a_macro_with_unused_exec(PyObject *module);

static PyModuleDef_Slot methods_of_a_macro_with_unused_slots[] = {
    {Py_mod_exec, methods_of_a_macro_with_unused_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef cursors_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "methods_of_a_macro_with_unused",
    .m_size = sizeof(methods_of_a_macro_with_unused_state),
    .m_traverse = methods_of_a_macro_with_unused_traverse,
    .m_clear = methods_of_a_macro_with_unused_clear,
    .m_free = methods_of_a_macro_with_unused_free,
    .m_slots = methods_of_a_macro_with_unused_slots,
};

static int
methods_of_a_macro_with_unused_exec(PyObject *module)
{
    methods_of_a_macro_with_unused_state *state = get_methods_of_a_macro_with_unused_state(module);

    PyTypeObject *Cursor_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Cursor_spec, NULL);
    if (Cursor_Type == NULL)
        return -1;
    state->CursorError = PyErr_NewException("methods_of_a_macro_with_unused.CursorError", NULL, NULL);
    if (state->CursorError == NULL) {
        Py_DECREF(Cursor_Type);
        return -1;
    }
    Py_INCREF(state->CursorError);
    if (PyModule_AddObject(module, "CursorError", state->CursorError) < 0) {
        Py_DECREF(state->CursorError);
        Py_DECREF(Cursor_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Cursor", (PyObject *)Cursor_Type) < 0) {
        Py_DECREF(Cursor_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_methods_of_a_macro_with_unused(void)
{
    return PyModuleDef_Init(&cursors_module);
}
