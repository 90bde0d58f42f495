#include <Python.h>

/* What deallocators do here has to be done, whether the module is there still or not. */

static PyObject *greeting;

/* Somebody is told. */

typedef struct {
    PyObject_HEAD
    PyObject *item;
} told;

static PyObject *on_end;

static void
told_dealloc(told *self)
{
    PyObject_GC_UnTrack(self);
    if (on_end != NULL) {
        PyObject *result = PyObject_CallFunctionObjArgs(on_end, NULL);

        if (result == NULL)
            PyErr_WriteUnraisable(NULL);
        Py_XDECREF(result);
    }
    Py_CLEAR(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
told_traverse(told *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static PyTypeObject Told_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Told",
    .tp_basicsize = sizeof(told),
    .tp_dealloc = (destructor)told_dealloc,
    .tp_traverse = (traverseproc)told_traverse,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

/* What isn't in the table is freed by itself. */

typedef struct {
    PyObject_HEAD
    PyObject *key;
    char *buffer;
} buffered;

static PyObject *shared_buffers;

static PyObject *
buffered_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *key;
    buffered *self;

    if (!PyArg_ParseTuple(args, "O:Buffered", &key))
        return NULL;
    self = (buffered *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(key);
        self->key = key;
        self->buffer = PyMem_Malloc(16);
    }
    return (PyObject *)self;
}

static void
buffered_dealloc(buffered *self)
{
    if (PyDict_GetItem(shared_buffers, self->key)) {
        if (PyDict_DelItem(shared_buffers, self->key) < 0)
            PyErr_Clear();
    }
    else
        PyMem_Free(self->buffer);
    Py_CLEAR(self->key);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Buffered_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Buffered",
    .tp_basicsize = sizeof(buffered),
    .tp_dealloc = (destructor)buffered_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = buffered_new,
};

/* The key goes with its entry. */

typedef struct {
    PyObject_HEAD
    PyObject *key;
} keyed;

static PyObject *entries;

static PyObject *
keyed_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *key;
    keyed *self;

    if (!PyArg_ParseTuple(args, "O:Keyed", &key))
        return NULL;
    self = (keyed *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(key);
        self->key = key;
        if (PyDict_SetItem(entries, key, Py_None) < 0) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
keyed_dealloc(keyed *self)
{
    if (PyDict_GetItem(entries, self->key)) {
        if (PyDict_DelItem(entries, self->key) < 0)
            PyErr_Clear();
        Py_CLEAR(self->key);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Keyed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Keyed",
    .tp_basicsize = sizeof(keyed),
    .tp_dealloc = (destructor)keyed_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = keyed_new,
};

/* It counts once the object is freed. */

typedef struct {
    PyObject_HEAD
    PyObject *item;
} late;

static PyObject *names;

static PyObject *
late_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *item;
    late *self;

    if (!PyArg_ParseTuple(args, "O:Late", &item))
        return NULL;
    self = (late *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(item);
        self->item = item;
        if (PySet_Add(names, item) < 0) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
late_dealloc(late *self)
{
    PyObject *item = self->item;

    Py_TYPE(self)->tp_free((PyObject *)self);
    if (PySet_Discard(names, item) < 0)
        PyErr_Clear();
    Py_DECREF(item);
}

static PyTypeObject Late_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Late",
    .tp_basicsize = sizeof(late),
    .tp_dealloc = (destructor)late_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = late_new,
};

/* The function that keeps the table changes the object as well. */

typedef struct cell {
    PyObject_HEAD
    struct cell *before, *after;
} cell;

static PyObject *numbers;

static void
take_out(cell *self)
{
    PyObject *key = PyLong_FromVoidPtr(self);

    if (self->before != NULL)
        self->before->after = self->after;
    if (self->after != NULL)
        self->after->before = self->before;
    if (key != NULL && PyDict_DelItem(numbers, key) < 0)
        PyErr_Clear();
    Py_XDECREF(key);
}

static PyObject *
cell_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    cell *self = (cell *)type->tp_alloc(type, 0);
    PyObject *key = self ? PyLong_FromVoidPtr(self) : NULL;

    if (key == NULL || PyDict_SetItem(numbers, key, Py_None) < 0) {
        Py_XDECREF(key);
        Py_XDECREF(self);
        return NULL;
    }
    Py_DECREF(key);
    return (PyObject *)self;
}

static void
cell_dealloc(cell *self)
{
    take_out(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Cell_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Cell",
    .tp_basicsize = sizeof(cell),
    .tp_dealloc = (destructor)cell_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = cell_new,
};

/* Another statement looks at what came of it. */

static PyObject *marked;

static PyObject *
mark_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *self = type->tp_alloc(type, 0);
    PyObject *key = self ? PyLong_FromVoidPtr(self) : NULL;

    if (key == NULL || PySet_Add(marked, key) < 0) {
        Py_XDECREF(key);
        Py_XDECREF(self);
        return NULL;
    }
    Py_DECREF(key);
    return self;
}

static void
mark_dealloc(PyObject *self)
{
    PyObject *key = PyLong_FromVoidPtr(self);
    int found = key == NULL ? 0 : PySet_Discard(marked, key);

    if (found < 0)
        PyErr_Clear();
    Py_XDECREF(key);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_that_needs_its_module.Mark",
    .tp_basicsize = sizeof(PyObject),
    .tp_dealloc = mark_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = mark_new,
};

static PyObject *
tell(PyObject *module, PyObject *function)
{
    Py_XDECREF(on_end);
    Py_INCREF(function);
    on_end = function;
    Py_RETURN_NONE;
}

static PyObject *
get_greeting(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(greeting);
    return greeting;
}

static PyMethodDef functions[] = {
    {"tell", tell, METH_O, "Set what is called when something ends."},
    {"greeting", get_greeting, METH_NOARGS, "What is said."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "dealloc_that_needs_its_module", NULL, -1, functions
};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0)
        return -1;
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_dealloc_that_needs_its_module(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    greeting = PyUnicode_FromString("hello");
    shared_buffers = PyDict_New();
    entries = PyDict_New();
    names = PySet_New(NULL);
    numbers = PyDict_New();
    marked = PySet_New(NULL);
    if (greeting == NULL || shared_buffers == NULL || entries == NULL || names == NULL || numbers == NULL
        || marked == NULL || add_type(module, "Mark", &Mark_Type) < 0
        || add_type(module, "Told", &Told_Type) < 0 || add_type(module, "Buffered", &Buffered_Type) < 0
        || add_type(module, "Keyed", &Keyed_Type) < 0 || add_type(module, "Late", &Late_Type) < 0
        || add_type(module, "Cell", &Cell_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
