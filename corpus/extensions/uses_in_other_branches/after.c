#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A box that is built in many ways: with and without tracing, with extras, on an interpreter that isn't there. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
    PyObject *box_error;
    PyObject *last;
    PyObject *cache;
} uses_in_other_branches_state;

static inline uses_in_other_branches_state *
get_uses_in_other_branches_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (uses_in_other_branches_state *)state;
}

static inline uses_in_other_branches_state *
get_uses_in_other_branches_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (uses_in_other_branches_state *)state;
}

#ifdef BOX_SMALL
#define Box_Check(state, o) (Py_TYPE(o) == (state)->Box_Type)
#else
#define Box_Check(state, o) PyObject_TypeCheck(o, (state)->Box_Type)
#endif

#ifdef BOX_TRACE
static void
trace(uses_in_other_branches_state *state, PyObject *content)
{
    if (Box_Check(state, content)) {
        Py_INCREF(content);
        Py_DECREF(content);
    }
}
#else
#define trace(state, content) ((void)(content))
#endif

static PyObject *
make_box(uses_in_other_branches_state *state, PyObject *content)
{
    trace(state, content);
#ifdef PYPY_VERSION
    Box *self = (Box *)PyType_GenericNew(state->Box_Type, NULL, NULL);
#else
    Box *self = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);
#endif
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state_by_type(type);
    PyObject *content;
    if (!PyArg_ParseTuple(args, "O", &content)) {
        return NULL;
    }
    return make_box(state, content);
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->content);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
box_fail(Box *self, PyObject *Py_UNUSED(ignored))
{
#ifdef BOX_QUIET
    Py_RETURN_NONE;
#else
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->box_error, "it fails");
    return NULL;
#endif
}

static Py_ssize_t
box_length(Box *self)
{
    return 1;
}

#ifndef NDEBUG
static PyObject *
box_debug(Box *self, PyObject *Py_UNUSED(ignored))
{
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state_by_type(Py_TYPE(self));
    PyObject *old = state->last;
    state->last = PyObject_Type((PyObject *)self);
    Py_XDECREF(old);
    return PyBool_FromLong(Box_Check(state, self));
}
#endif
#ifdef BOX_EXTRA
static PyObject *
box_extra(Box *self, PyObject *Py_UNUSED(ignored))
{
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state_by_type(Py_TYPE(self));
    if (state->cache == NULL) {
        state->cache = PyUnicode_FromString("extra");
    }
    Py_XINCREF(state->cache);
    return state->cache;
}
#endif

static PyMethodDef box_methods[] = {
    {"fail", (PyCFunction)box_fail, METH_NOARGS, NULL},
#ifndef NDEBUG
    {"debug", (PyCFunction)box_debug, METH_NOARGS, NULL},
#endif
#ifdef BOX_EXTRA
    {"extra", (PyCFunction)box_extra, METH_NOARGS, NULL},
#endif
    {NULL}
};

#ifdef BOX_EXTRA
static PyObject *
box_repr(Box *self)
{
    return PyUnicode_FromFormat("Box(%R)", self->content);
}
#endif

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
#ifdef BOX_EXTRA
    {Py_tp_repr, box_repr},
    {Py_tp_str, box_repr},
#endif
    {Py_tp_methods, box_methods},
    {Py_tp_new, box_new},
    {Py_sq_length, box_length},
    {Py_tp_traverse, box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "uses_in_other_branches.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
uses_in_other_branches_traverse(PyObject *module, visitproc visit, void *arg)
{
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->box_error);
    Py_VISIT(state->last);
    Py_VISIT(state->cache);
    return 0;
}

static int
uses_in_other_branches_clear(PyObject *module)
{
    uses_in_other_branches_state *state =
        get_uses_in_other_branches_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->box_error);
    Py_CLEAR(state->last);
    Py_CLEAR(state->cache);
    return 0;
}

static void
uses_in_other_branches_free(void *module)
{
    uses_in_other_branches_clear((PyObject *)module);
}

static int uses_in_other_branches_exec(PyObject *m);

static PyModuleDef_Slot uses_in_other_branches_slots[] = {
    {Py_mod_exec, uses_in_other_branches_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef uses_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "uses_in_other_branches",
    .m_size = sizeof(uses_in_other_branches_state),
    .m_traverse = uses_in_other_branches_traverse,
    .m_clear = uses_in_other_branches_clear,
    .m_free = uses_in_other_branches_free,
    .m_slots = uses_in_other_branches_slots,
};

static int
uses_in_other_branches_exec(PyObject *m)
{
    uses_in_other_branches_state *state = get_uses_in_other_branches_state(m);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->box_error = PyErr_NewException("uses_in_other_branches.error", NULL,
                                          NULL);
    if (state->box_error == NULL) {
        return -1;
    }
    Py_INCREF(state->box_error);
    if (PyModule_AddObject(m, "error", state->box_error) < 0) {
        Py_DECREF(state->box_error);
        return -1;
    }
#if defined(BOX_EXTRA)
    if (PyModule_AddIntConstant(m, "extra", 1) < 0) {
        return -1;
    }
#endif
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_uses_in_other_branches(void)
{
    return PyModuleDef_Init(&uses_module);
}
