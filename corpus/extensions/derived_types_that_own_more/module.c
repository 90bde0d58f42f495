/* Filters, handlers that are filters, and streams that are handlers: each owns more than its base. */
#include <Python.h>
#include <structmember.h>

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

static PyTypeObject Filter_Type;
static PyTypeObject Handler_Type;

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

static void
Filter_dealloc(Filter *self)
{
    Py_CLEAR(self->filters);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef Filter_members[] = {
    {"filters", T_OBJECT_EX, offsetof(Filter, filters), READONLY, NULL},
    {NULL}
};

static PyTypeObject Filter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "derived_types_that_own_more.Filter",
    .tp_basicsize = sizeof(Filter),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Filter_new,
    .tp_dealloc = (destructor)Filter_dealloc,
    .tp_members = Filter_members,
};

static void
Handler_dealloc(Handler *self)
{
    Py_CLEAR(self->formatter);
    Filter_Type.tp_dealloc((PyObject *)self);
}

static PyMemberDef Handler_members[] = {
    {"formatter", T_OBJECT, offsetof(Handler, formatter), 0, NULL},
    {"level", T_LONG, offsetof(Handler, level), 0, NULL},
    {NULL}
};

static PyTypeObject Handler_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "derived_types_that_own_more.Handler",
    .tp_basicsize = sizeof(Handler),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Filter_Type,
    .tp_dealloc = (destructor)Handler_dealloc,
    .tp_members = Handler_members,
};

static void
Stream_dealloc(Stream *self)
{
    Py_CLEAR(self->stream);
    Handler_Type.tp_dealloc((PyObject *)self);
}

static PyMemberDef Stream_members[] = {
    {"stream", T_OBJECT, offsetof(Stream, stream), 0, NULL},
    {NULL}
};

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "derived_types_that_own_more.Stream",
    .tp_basicsize = sizeof(Stream),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Handler_Type,
    .tp_dealloc = (destructor)Stream_dealloc,
    .tp_members = Stream_members,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "derived_types_that_own_more",
    .m_size = -1,
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

PyMODINIT_FUNC
PyInit_derived_types_that_own_more(void)
{
    PyObject *module;

    if (PyType_Ready(&Filter_Type) < 0 || PyType_Ready(&Handler_Type) < 0 || PyType_Ready(&Stream_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add(module, "Filter", &Filter_Type) < 0 ||
        add(module, "Handler", &Handler_Type) < 0 ||
        add(module, "Stream", &Stream_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
