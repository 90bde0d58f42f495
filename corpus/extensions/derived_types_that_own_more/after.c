/* Filters, handlers that are filters, and streams that are handlers: each owns more than its base. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *filters;
} Filter;

typedef struct {
    Filter filter;
    PyObject *formatter;
    long level;
} Handler;

typedef struct {
    Handler handler;
    PyObject *stream;
} Stream;

typedef struct {
    PyTypeObject *Filter_Type;
    PyTypeObject *Handler_Type;
    PyTypeObject *Stream_Type;
} derived_types_that_own_more_state;

static inline derived_types_that_own_more_state *
get_derived_types_that_own_more_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (derived_types_that_own_more_state *)state;
}

static PyObject *
Filter_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Filter *self = (Filter *)type->tp_alloc(type, 0);

    if (self == NULL)
        return NULL;
    self->filters = PyList_New(0);
    if (self->filters == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Filter_traverse(Filter *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->filters);
    return 0;
}

static void
Filter_dealloc(Filter *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->filters);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Filter_members[] = {
    {"filters", T_OBJECT_EX, offsetof(Filter, filters), READONLY, NULL},
    {NULL}
};

static PyType_Slot Filter_slots[] = {
    {Py_tp_new, Filter_new},
    {Py_tp_dealloc, Filter_dealloc},
    {Py_tp_members, Filter_members},
    {Py_tp_traverse, Filter_traverse},
    {0, NULL},
};

static PyType_Spec Filter_spec = {
    .name = "derived_types_that_own_more.Filter",
    .basicsize = sizeof(Filter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Filter_slots,
};

static int
Handler_traverse(Handler *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->filter.filters);
    Py_VISIT(self->formatter);
    return 0;
}

static void
Handler_dealloc(Handler *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->formatter);
    Filter_dealloc((Filter *)self);
}

static PyMemberDef Handler_members[] = {
    {"formatter", T_OBJECT, offsetof(Handler, formatter), 0, NULL},
    {"level", T_LONG, offsetof(Handler, level), 0, NULL},
    {NULL}
};

static PyType_Slot Handler_slots[] = {
    {Py_tp_dealloc, Handler_dealloc},
    {Py_tp_members, Handler_members},
    {Py_tp_traverse, Handler_traverse},
    {0, NULL},
};

static PyType_Spec Handler_spec = {
    .name = "derived_types_that_own_more.Handler",
    .basicsize = sizeof(Handler),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handler_slots,
};

static int
Stream_traverse(Stream *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->handler.filter.filters);
    Py_VISIT(self->handler.formatter);
    Py_VISIT(self->stream);
    return 0;
}

static void
Stream_dealloc(Stream *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->stream);
    Handler_dealloc((Handler *)self);
}

static PyMemberDef Stream_members[] = {
    {"stream", T_OBJECT, offsetof(Stream, stream), 0, NULL},
    {NULL}
};

static PyType_Slot Stream_slots[] = {
    {Py_tp_dealloc, Stream_dealloc},
    {Py_tp_members, Stream_members},
    {Py_tp_traverse, Stream_traverse},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "derived_types_that_own_more.Stream",
    .basicsize = sizeof(Stream),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static int
derived_types_that_own_more_traverse(PyObject *module, visitproc visit, void *arg)
{
    derived_types_that_own_more_state *state = get_derived_types_that_own_more_state(module);
    Py_VISIT(state->Filter_Type);
    Py_VISIT(state->Handler_Type);
    Py_VISIT(state->Stream_Type);
    return 0;
}

static int
derived_types_that_own_more_clear(PyObject *module)
{
    derived_types_that_own_more_state *state = get_derived_types_that_own_more_state(module);
    Py_CLEAR(state->Filter_Type);
    Py_CLEAR(state->Handler_Type);
    Py_CLEAR(state->Stream_Type);
    return 0;
}

static void
derived_types_that_own_more_free(void *module)
{
    derived_types_that_own_more_clear((PyObject *)module);
}

static int derived_types_that_own_more_exec(PyObject *module);

static PyModuleDef_Slot derived_types_that_own_more_slots[] = {
    {Py_mod_exec, derived_types_that_own_more_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "derived_types_that_own_more",
    .m_size = sizeof(derived_types_that_own_more_state),
    .m_traverse = derived_types_that_own_more_traverse,
    .m_clear = derived_types_that_own_more_clear,
    .m_free = derived_types_that_own_more_free,
    .m_slots = derived_types_that_own_more_slots,
};

static int
add(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyTypeObject *
derived_types_that_own_more_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
derived_types_that_own_more_exec(PyObject *module)
{
    derived_types_that_own_more_state *state = get_derived_types_that_own_more_state(module);

    state->Filter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Filter_spec, NULL);
    if (state->Filter_Type == NULL)
        return -1;
    state->Handler_Type =
        derived_types_that_own_more_new_subtype(module, &Handler_spec, state->Filter_Type);
    if (state->Handler_Type == NULL)
        return -1;
    state->Stream_Type =
        derived_types_that_own_more_new_subtype(module, &Stream_spec, state->Handler_Type);
    if (state->Stream_Type == NULL)
        return -1;
    if (add(module, "Filter", state->Filter_Type) < 0 ||
        add(module, "Handler", state->Handler_Type) < 0 ||
        add(module, "Stream", state->Stream_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_derived_types_that_own_more(void)
{
    return PyModuleDef_Init(&definition);
}
