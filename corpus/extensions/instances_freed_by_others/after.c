#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* A stream ends with its owner, whoever has it: nothing but its memory is left by then. */
typedef struct {
    PyObject_HEAD
    char *name;
} Stream;

typedef struct {
    PyObject_HEAD
    Stream *stream;
    Stream *spare;
} Owner;

static void
Stream_dealloc(Stream *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_Free(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Stream_get_name(Stream *self, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromString(self->name);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Stream_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Stream_methods[] = {
    {"name", (PyCFunction)Stream_get_name, METH_NOARGS, "The name."},
    {"__reduce__", Stream_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    PyTypeObject *Stream_Type;
} instances_freed_by_others_state;

static inline instances_freed_by_others_state *
get_instances_freed_by_others_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instances_freed_by_others_state *)state;
}

static inline instances_freed_by_others_state *
get_instances_freed_by_others_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (instances_freed_by_others_state *)state;
}

static PyType_Slot Stream_slots[] = {
    {Py_tp_dealloc, Stream_dealloc},
    {Py_tp_methods, Stream_methods},
    {0, NULL},
};

static PyType_Spec Stream_spec = {
    .name = "instances_freed_by_others.Stream",
    .basicsize = sizeof(Stream),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stream_slots,
};

static Stream *
new_stream(instances_freed_by_others_state *state, const char *name)
{
    Stream *stream = (Stream *)state->Stream_Type->tp_alloc(state->Stream_Type, 0);
    char *copy;

    if (stream == NULL)
        return NULL;
    copy = PyObject_Malloc(strlen(name) + 1);
    if (copy == NULL) {
        Py_DECREF(stream);
        PyErr_NoMemory();
        return NULL;
    }
    stream->name = strcpy(copy, name);
    return stream;
}

static PyObject *
Owner_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    instances_freed_by_others_state *state =
        get_instances_freed_by_others_state_by_type(type);
    const char *name;
    void *block;
    char *upper;
    Owner *self;

    if (!PyArg_ParseTuple(args, "s:Owner", &name))
        return NULL;
    /* Memory that is no object. */
    upper = PyObject_Malloc(8);
    block = PyObject_Malloc(8);
    PyObject_Free(upper);
    PyObject_Free(block);
    self = (Owner *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->stream = new_stream(state, name);
    self->spare = new_stream(state, name);
    if (self->stream == NULL || self->spare == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Owner_dealloc(Owner *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->stream != NULL) {
        PyObject_Free(self->stream->name);
        {
            PyTypeObject *freed_type = Py_TYPE(self->stream);
            freed_type->tp_free((PyObject *)self->stream);
            Py_DECREF(freed_type);
        }
    }
    if (self->spare != NULL) {
        PyObject_Free(self->spare->name);
        {
            PyTypeObject *freed_type = Py_TYPE(self->spare);
            freed_type->tp_free(self->spare);
            Py_DECREF(freed_type);
        }
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Owner_get_stream(Owner *self, PyObject *Py_UNUSED(ignored))
{
    instances_freed_by_others_state *state =
        get_instances_freed_by_others_state_by_type(Py_TYPE(self));

    return (PyObject *)new_stream(state, self->stream->name);
}

static PyMethodDef Owner_methods[] = {
    {"stream", (PyCFunction)Owner_get_stream, METH_NOARGS, "A stream of the same name."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Owner_slots[] = {
    {Py_tp_dealloc, Owner_dealloc},
    {Py_tp_methods, Owner_methods},
    {Py_tp_new, Owner_new},
    {0, NULL},
};

static PyType_Spec Owner_spec = {
    .name = "instances_freed_by_others.Owner",
    .basicsize = sizeof(Owner),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Owner_slots,
};

static int
instances_freed_by_others_traverse(PyObject *module, visitproc visit, void *arg)
{
    instances_freed_by_others_state *state = get_instances_freed_by_others_state(module);
    Py_VISIT(state->Stream_Type);
    return 0;
}

static int
instances_freed_by_others_clear(PyObject *module)
{
    instances_freed_by_others_state *state = get_instances_freed_by_others_state(module);
    Py_CLEAR(state->Stream_Type);
    return 0;
}

static void
instances_freed_by_others_free(void *module)
{
    instances_freed_by_others_clear((PyObject *)module);
}

static int instances_freed_by_others_exec(PyObject *module);

static PyModuleDef_Slot instances_freed_by_others_slots[] = {
    {Py_mod_exec, instances_freed_by_others_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "instances_freed_by_others",
    NULL,
    sizeof(instances_freed_by_others_state),
    NULL,
    instances_freed_by_others_slots,
    instances_freed_by_others_traverse,
    instances_freed_by_others_clear,
    instances_freed_by_others_free,
};

static int
instances_freed_by_others_exec(PyObject *module)
{
    instances_freed_by_others_state *state = get_instances_freed_by_others_state(module);

    state->Stream_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stream_spec, NULL);
    if (state->Stream_Type == NULL)
        return -1;
    PyTypeObject *Owner_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Owner_spec, NULL);
    if (Owner_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Stream_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Owner", (PyObject *)Owner_Type) < 0) {
        Py_DECREF(Owner_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instances_freed_by_others(void)
{
    return PyModuleDef_Init(&definition);
}
