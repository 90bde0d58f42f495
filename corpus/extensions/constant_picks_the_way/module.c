#include <Python.h>

/* Buffers that grow and shrink, and one function that raises every error there is. */

#define ERROR_MEMORY (-1)
#define ERROR_EMPTY (-2)
#define ERROR_LIMIT (-3)
#define ERROR_RANGE (-4)

typedef struct {
    PyObject_HEAD
    PyObject *owner;
    char *data;
    Py_ssize_t used;
    Py_ssize_t room;
} BufferObject;

static PyTypeObject Buffer_Type;
static PyObject *BufferError_ = NULL;

static void
set_error(int code)
{
    PyErr_Clear();
    switch (code) {
    case ERROR_MEMORY:
        PyErr_NoMemory();
        break;
    case ERROR_LIMIT:
        PyErr_Format(PyExc_OverflowError, "a buffer holds %d bytes", 64);
        break;
    case ERROR_EMPTY:
        if (PyErr_WarnEx(PyExc_UserWarning, "empty", 1) < 0) {
            break;
        }
        /* fall through */
    case ERROR_RANGE:
        PyErr_SetString(BufferError_, code == ERROR_EMPTY ? "the buffer is empty" : "out of range");
        break;
    default:
        PyErr_SetString(BufferError_, "unknown error");
    }
}

static char *
resize(char *data, Py_ssize_t size)
{
    char *found = PyMem_Realloc(data, size > 0 ? (size_t)size : 1);

    if (found == NULL) {
        set_error(ERROR_MEMORY);
    }
    return found;
}

static void
release(BufferObject *self)
{
    if (self->room > 32) {
        /* Give back what can be given back early. */
        char *data = resize(self->data, 32);
        if (data != NULL) {
            self->data = data;
        }
        else {
            PyErr_Clear();
        }
    }
    PyMem_Free(self->data);
}

static int
Buffer_traverse(BufferObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->owner);
    return 0;
}

static int
Buffer_clear(BufferObject *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static void
Buffer_dealloc(BufferObject *self)
{
    PyObject_GC_UnTrack(self);
    release(self);
    Buffer_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Buffer_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    BufferObject *self;
    PyObject *owner;

    if (!PyArg_ParseTuple(args, "O:Buffer", &owner)) {
        return NULL;
    }
    self = (BufferObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(owner);
    self->owner = owner;
    return (PyObject *)self;
}

static int
check_room(BufferObject *self, Py_ssize_t size)
{
    if (size > 64) {
        set_error(ERROR_LIMIT);
        return -1;
    }
    return 0;
}

static PyObject *
Buffer_push(BufferObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (check_room(self, self->used + 1) < 0) {
        return NULL;
    }
    if (self->used == self->room) {
        char *data = resize(self->data, self->room + 16);
        if (data == NULL) {
            return NULL;
        }
        self->data = data;
        self->room += 16;
    }
    self->data[self->used++] = (char)number;
    Py_RETURN_NONE;
}

static PyObject *
Buffer_pop(BufferObject *self, PyObject *ignored)
{
    if (self->used == 0) {
        set_error(ERROR_EMPTY);
        return NULL;
    }
    return PyLong_FromLong(self->data[--self->used]);
}

static PyObject *
Buffer_fail(BufferObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number == 0) {
        set_error(ERROR_LIMIT);
        return NULL;
    }
    set_error((int)number);
    return NULL;
}

static PyMethodDef Buffer_methods[] = {
    {"push", (PyCFunction)Buffer_push, METH_O, "push(number)"},
    {"pop", (PyCFunction)Buffer_pop, METH_NOARGS, "pop() -> number"},
    {"fail", (PyCFunction)Buffer_fail, METH_O, "fail(code): raise that error"},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Buffer_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "constant_picks_the_way.Buffer",
    .tp_basicsize = sizeof(BufferObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = Buffer_new,
    .tp_dealloc = (destructor)Buffer_dealloc,
    .tp_traverse = (traverseproc)Buffer_traverse,
    .tp_clear = (inquiry)Buffer_clear,
    .tp_methods = Buffer_methods,
};

static struct PyModuleDef buffers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "constant_picks_the_way",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_constant_picks_the_way(void)
{
    PyObject *module;

    if (PyType_Ready(&Buffer_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&buffers_module);
    if (module == NULL) {
        return NULL;
    }
    BufferError_ = PyErr_NewException("constant_picks_the_way.BufferError", NULL, NULL);
    if (BufferError_ == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(BufferError_);
    if (PyModule_AddObject(module, "BufferError", BufferError_) < 0) {
        Py_DECREF(BufferError_);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Buffer_Type);
    if (PyModule_AddObject(module, "Buffer", (PyObject *)&Buffer_Type) < 0) {
        Py_DECREF(&Buffer_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
