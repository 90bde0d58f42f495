/* A cursor that reads the tape it holds, by the tape's own method, until it has none. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long length;
} Tape;

typedef struct {
    PyObject_HEAD
    Tape *tape;
} Cursor;

static PyObject *TapeError;
static PyTypeObject Tape_Type;
static PyTypeObject Cursor_Type;

static int
is_whole(Tape *self)
{
    return self->length >= 0;
}

static PyObject *
Tape_read(Tape *self, PyObject *Py_UNUSED(ignored))
{
    if (!is_whole(self)) {
        PyErr_SetString(TapeError, "torn");
        return NULL;
    }
    return PyLong_FromLong(self->length);
}

static PyObject *
Tape_tear(Tape *self, PyObject *Py_UNUSED(ignored))
{
    self->length = -1;
    Py_RETURN_NONE;
}

static PyObject *
Tape_cursor(Tape *self, PyObject *Py_UNUSED(ignored))
{
    Cursor *cursor = PyObject_New(Cursor, &Cursor_Type);

    if (cursor != NULL) {
        Py_INCREF(self);
        cursor->tape = self;
    }
    return (PyObject *)cursor;
}

static PyMethodDef Tape_methods[] = {
    {"read", (PyCFunction)Tape_read, METH_NOARGS, NULL},
    {"tear", (PyCFunction)Tape_tear, METH_NOARGS, NULL},
    {"cursor", (PyCFunction)Tape_cursor, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
Tape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Tape *self;
    long length;

    if (!PyArg_ParseTuple(args, "l:Tape", &length)) {
        return NULL;
    }
    self = (Tape *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->length = length;
    }
    return (PyObject *)self;
}

static PyTypeObject Tape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_that_was_asked_for.Tape",
    .tp_basicsize = sizeof(Tape),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Tape_methods,
    .tp_new = Tape_new,
};

/* The tape is left before it is read. */
static PyObject *
Cursor_next(Cursor *self)
{
    PyObject *read;
    Tape *tape = self->tape;

    if (tape == NULL) {
        return NULL;
    }
    self->tape = NULL;
    read = Tape_read(tape, NULL);
    Py_DECREF(tape);
    return read;
}

static void
Cursor_dealloc(Cursor *self)
{
    Py_XDECREF(self->tape);
    PyObject_Free(self);
}

static PyTypeObject Cursor_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_that_was_asked_for.Cursor",
    .tp_basicsize = sizeof(Cursor),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Cursor_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)Cursor_next,
};

static struct PyModuleDef tape_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "instance_that_was_asked_for",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_instance_that_was_asked_for(void)
{
    PyObject *module;

    if (PyType_Ready(&Cursor_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&tape_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Tape_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    TapeError = PyErr_NewException("instance_that_was_asked_for.TapeError", NULL, NULL);
    if (TapeError == NULL || PyModule_AddObjectRef(module, "TapeError", TapeError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
