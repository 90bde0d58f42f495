#include <Python.h>
#include <stdlib.h>

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

static PyTypeObject Group_Type;

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
    Group *group = PyObject_New(Group, &Group_Type);

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

static void
Reader_dealloc(Reader *self)
{
    engine_free(self->engine);
    Py_XDECREF(self->scale);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Reader_read(Reader *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return engine_run(self->engine, number);
}

static PyObject *
Reader_count(Reader *self, PyObject *unused)
{
    static long counted;
    PyObject *group;

    /* For once, the engine carries something else. */
    self->engine->data = &counted;
    group = engine_run(self->engine, -1);
    self->engine->data = self;
    return group;
}

static PyMethodDef Reader_methods[] = {
    {"read", (PyCFunction)Reader_read, METH_O, NULL},
    {"count", (PyCFunction)Reader_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_given_another_carrier.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)Reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Reader_methods,
    .tp_new = Reader_new,
};

static PyObject *
Group_size(Group *self, PyObject *unused)
{
    return PyLong_FromSize_t(self->size);
}

static PyMethodDef Group_methods[] = {
    {"size", (PyCFunction)Group_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Group_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_given_another_carrier.Group",
    .tp_basicsize = sizeof(Group),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Group_methods,
};

static struct PyModuleDef carrier_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "callbacks_given_another_carrier",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_callbacks_given_another_carrier(void)
{
    PyObject *module;

    if (PyType_Ready(&Reader_Type) < 0 || PyType_Ready(&Group_Type) < 0)
        return NULL;
    module = PyModule_Create(&carrier_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Reader_Type);
    if (PyModule_AddObject(module, "Reader", (PyObject *)&Reader_Type) < 0) {
        Py_DECREF(&Reader_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
