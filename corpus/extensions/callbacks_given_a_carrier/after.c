#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* A little engine, as a library would have it. */

typedef struct {
    int depth;
    void *data;
} Task;

typedef struct {
    void *(*on_number)(const Task *task, long value);
    void *(*on_group)(const Task *task, size_t size);
    void (*on_free)(void *object);
} Callbacks;

typedef struct {
    Task *task;
    void *data;
    const Callbacks *callbacks;
} Engine;

static Engine *
engine_new(void)
{
    Engine *engine = calloc(1, sizeof(Engine));

    if (engine != NULL && (engine->task = calloc(1, sizeof(Task))) == NULL) {
        free(engine);
        engine = NULL;
    }
    return engine;
}

static void
engine_free(Engine *engine)
{
    if (engine == NULL)
        return;
    if (engine->callbacks != NULL)
        engine->callbacks->on_free(NULL);
    free(engine->task);
    free(engine);
}

static void *
engine_run(Engine *engine, long value)
{
    engine->task->data = engine->data;
    engine->task->depth++;
    if (value < 0)
        return engine->callbacks->on_group(engine->task, (size_t)-value);
    return engine->callbacks->on_number(engine->task, value);
}

/* The types. */

typedef struct {
    PyObject_HEAD
    Engine *engine;
    PyObject *scale;
} Reader;

typedef struct {
    PyObject_HEAD
    size_t size;
} Group;

typedef struct {
    PyTypeObject *Group_Type;
} callbacks_given_a_carrier_state;

static inline callbacks_given_a_carrier_state *
get_callbacks_given_a_carrier_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_given_a_carrier_state *)state;
}

static inline callbacks_given_a_carrier_state *
get_callbacks_given_a_carrier_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (callbacks_given_a_carrier_state *)state;
}

static void *
on_number(const Task *task, long value)
{
    Reader *self = (Reader *)task->data;
    PyObject *number = PyLong_FromLong(value), *scaled;

    if (number == NULL)
        return NULL;
    scaled = PyNumber_Multiply(number, self->scale);
    Py_DECREF(number);
    return scaled;
}

static void *
on_group(const Task *task, size_t size)
{
    callbacks_given_a_carrier_state *state =
        get_callbacks_given_a_carrier_state_by_type(Py_TYPE(task->data));
    Group *group = (Group *)state->Group_Type->tp_alloc(state->Group_Type, 0);

    if (group != NULL)
        group->size = size;
    return group;
}

static void
on_free(void *object)
{
    Py_XDECREF((PyObject *)object);
}

static const Callbacks callbacks = {on_number, on_group, on_free};

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *scale;
    Reader *self;

    if (!PyArg_ParseTuple(args, "O:Reader", &scale))
        return NULL;
    self = (Reader *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->engine = engine_new();
    if (self->engine == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    self->engine->callbacks = &callbacks;
    self->engine->data = self;
    Py_INCREF(scale);
    self->scale = scale;
    return (PyObject *)self;
}

static int
Reader_traverse(Reader *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Reader_dealloc(Reader *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    engine_free(self->engine);
    Py_XDECREF(self->scale);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Reader_read(Reader *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return engine_run(self->engine, number);
}

static PyMethodDef Reader_methods[] = {
    {"read", (PyCFunction)Reader_read, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Reader_slots[] = {
    {Py_tp_dealloc, Reader_dealloc},
    {Py_tp_methods, Reader_methods},
    {Py_tp_new, Reader_new},
    {Py_tp_traverse, Reader_traverse},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "callbacks_given_a_carrier.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static PyObject *
Group_size(Group *self, PyObject *unused)
{
    return PyLong_FromSize_t(self->size);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Group_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Group_methods[] = {
    {"size", (PyCFunction)Group_size, METH_NOARGS, NULL},
    {"__reduce__", Group_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Group_slots[] = {
    {Py_tp_methods, Group_methods},
    {0, NULL},
};

static PyType_Spec Group_spec = {
    .name = "callbacks_given_a_carrier.Group",
    .basicsize = sizeof(Group),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Group_slots,
};

static int
callbacks_given_a_carrier_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    callbacks_given_a_carrier_state *state =
        get_callbacks_given_a_carrier_state(module);
    Py_VISIT(state->Group_Type);
    return 0;
}

static int
callbacks_given_a_carrier_clear(PyObject *module)
{
    callbacks_given_a_carrier_state *state =
        get_callbacks_given_a_carrier_state(module);
    Py_CLEAR(state->Group_Type);
    return 0;
}

static void
callbacks_given_a_carrier_free(void *module)
{
    callbacks_given_a_carrier_clear((PyObject *)module);
}

static int callbacks_given_a_carrier_exec(PyObject *module);

static PyModuleDef_Slot callbacks_given_a_carrier_slots[] = {
    {Py_mod_exec, callbacks_given_a_carrier_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef carrier_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_given_a_carrier",
    .m_size = sizeof(callbacks_given_a_carrier_state),
    .m_traverse = callbacks_given_a_carrier_traverse,
    .m_clear = callbacks_given_a_carrier_clear,
    .m_free = callbacks_given_a_carrier_free,
    .m_slots = callbacks_given_a_carrier_slots,
};

static int
callbacks_given_a_carrier_exec(PyObject *module)
{
    callbacks_given_a_carrier_state *state =
        get_callbacks_given_a_carrier_state(module);

    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL)
        return -1;
    state->Group_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Group_spec, NULL);
    if (state->Group_Type == NULL) {
        Py_DECREF(Reader_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Group_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Reader", (PyObject *)Reader_Type) < 0) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_given_a_carrier(void)
{
    return PyModuleDef_Init(&carrier_module);
}
