#include <Python.h>

/* Free lists that can't be told to hold nothing but memory of one module, and a cached string. */

#define MAXFREE 16

typedef struct {
    PyObject_HEAD
    long value;
} cellobject;

typedef struct {
    PyObject_HEAD
    char *buffer;
} bufferobject;

typedef struct {
    PyObject_HEAD
    PyObject *item;
} boxobject;

static PyObject *greeting;

static PyTypeObject Open_Type, Buffer_Type, Filled_Type, Box_Type;

/* Instances of subclasses are freed by the same function. */

static cellobject *free_open[MAXFREE];
static int num_free_open;

static PyObject *
open_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    cellobject *self;

    if (type == &Open_Type && num_free_open > 0) {
        self = free_open[--num_free_open];
        _Py_NewReference((PyObject *)self);
    }
    else if ((self = (cellobject *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    self->value = 1;
    return (PyObject *)self;
}

static void
open_dealloc(cellobject *self)
{
    if (Py_TYPE(self) == &Open_Type && num_free_open < MAXFREE)
        free_open[num_free_open++] = self;
    else
        Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Open_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_that_stay.Open",
    .tp_basicsize = sizeof(cellobject),
    .tp_dealloc = (destructor)open_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = open_new,
};

/* What waits has memory of its own. */

static bufferobject *free_buffers[MAXFREE];
static int num_free_buffers;

static PyObject *
buffer_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    bufferobject *self;

    if (num_free_buffers > 0) {
        self = free_buffers[--num_free_buffers];
        _Py_NewReference((PyObject *)self);
        return (PyObject *)self;
    }
    self = PyObject_New(bufferobject, &Buffer_Type);
    if (self == NULL)
        return NULL;
    self->buffer = PyMem_Malloc(64);
    return (PyObject *)self;
}

static void
buffer_dealloc(bufferobject *self)
{
    if (num_free_buffers < MAXFREE)
        free_buffers[num_free_buffers++] = self;
    else {
        PyMem_Free(self->buffer);
        PyObject_Del(self);
    }
}

static PyTypeObject Buffer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_that_stay.Buffer",
    .tp_basicsize = sizeof(bufferobject),
    .tp_dealloc = (destructor)buffer_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = buffer_new,
};

/* Instances are made for the list. */

static cellobject *free_filled[MAXFREE];
static int num_free_filled;

static PyObject *
fill(PyObject *module, PyObject *ignored)
{
    while (num_free_filled < MAXFREE) {
        cellobject *made = PyObject_New(cellobject, &Filled_Type);

        if (made == NULL)
            break;
        free_filled[num_free_filled++] = made;
    }
    Py_RETURN_NONE;
}

static PyObject *
filled_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    cellobject *self;

    if (num_free_filled > 0) {
        self = free_filled[--num_free_filled];
        _Py_NewReference((PyObject *)self);
    }
    else if ((self = PyObject_New(cellobject, &Filled_Type)) == NULL) {
        return NULL;
    }
    self->value = 2;
    return (PyObject *)self;
}

static void
filled_dealloc(cellobject *self)
{
    if (num_free_filled < MAXFREE)
        free_filled[num_free_filled++] = self;
    else
        PyObject_Del(self);
}

static PyTypeObject Filled_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_that_stay.Filled",
    .tp_basicsize = sizeof(cellobject),
    .tp_dealloc = (destructor)filled_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = filled_new,
};

/* Instances of subclasses come into it as well, whatever their size. */

static boxobject *free_boxes[MAXFREE];
static int num_free_boxes;

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    boxobject *self;
    PyObject *item;

    if (!PyArg_ParseTuple(args, "O:Box", &item))
        return NULL;
    if (num_free_boxes > 0) {
        self = free_boxes[--num_free_boxes];
        _Py_NewReference((PyObject *)self);
    }
    else if ((self = PyObject_GC_New(boxobject, &Box_Type)) == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    self->item = item;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static void
box_dealloc(boxobject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->item);
    if (num_free_boxes < MAXFREE)
        free_boxes[num_free_boxes++] = self;
    else
        PyObject_GC_Del(self);
}

static int
box_traverse(boxobject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static int
box_clear(boxobject *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_that_stay.Box",
    .tp_basicsize = sizeof(boxobject),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_new = box_new,
};

static PyObject *
get_greeting(PyObject *module, PyObject *ignored)
{
    Py_INCREF(greeting);
    return greeting;
}

static PyMethodDef functions[] = {
    {"fill", fill, METH_NOARGS, "Make instances for later."},
    {"greeting", get_greeting, METH_NOARGS, "What is said."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_lists_that_stay", NULL, -1, functions
};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_free_lists_that_stay(void)
{
    PyObject *module;

    if (PyType_Ready(&Open_Type) < 0 || PyType_Ready(&Buffer_Type) < 0 || PyType_Ready(&Filled_Type) < 0
        || PyType_Ready(&Box_Type) < 0)
        return NULL;
    greeting = PyUnicode_FromString("hello");
    if (greeting == NULL)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add_type(module, "Open", &Open_Type) < 0 || add_type(module, "Buffer", &Buffer_Type) < 0
        || add_type(module, "Filled", &Filled_Type) < 0 || add_type(module, "Box", &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
