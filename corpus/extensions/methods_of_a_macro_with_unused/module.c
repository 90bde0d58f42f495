#include <Python.h>

/* A cursor over numbers: a macro writes those of its methods that take no argument, one by one. */

static PyObject *CursorError;

typedef struct {
    PyObject_HEAD
    long at, last;
} Cursor;

static PyObject *
cursor_move(Cursor *self, long to)
{
    if (to < 0 || to > self->last) {
        PyErr_Format(CursorError, "no number %ld", to);
        return NULL;
    }
    self->at = to;
    return PyLong_FromLong(to);
}

#define CURSOR_METHOD(name, to)                                          \
    static PyObject *cursor_##name(Cursor *self, PyObject *Py_UNUSED(ignored)) { return cursor_move(self, to); }

CURSOR_METHOD(first, 0)
CURSOR_METHOD(last, self->last)
CURSOR_METHOD(next, self->at + 1)
CURSOR_METHOD(prev, self->at - 1)

static PyObject *
cursor_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    Cursor *self;
    long last;

    if (!PyArg_ParseTuple(args, "l:Cursor", &last))
        return NULL;
    self = (Cursor *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->at = 0;
        self->last = last;
    }
    return (PyObject *)self;
}

static PyMethodDef cursor_methods[] = {
    {"first", (PyCFunction)cursor_first, METH_NOARGS, NULL},
    {"last", (PyCFunction)cursor_last, METH_NOARGS, NULL},
    {"next", (PyCFunction)cursor_next, METH_NOARGS, NULL},
    {"prev", (PyCFunction)cursor_prev, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Cursor_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "methods_of_a_macro_with_unused.Cursor",
    .tp_basicsize = sizeof(Cursor),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = cursor_methods,
    .tp_new = cursor_new,
};

static struct PyModuleDef cursors_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "methods_of_a_macro_with_unused",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_methods_of_a_macro_with_unused(void)
{
    PyObject *module;

    if (PyType_Ready(&Cursor_Type) < 0)
        return NULL;
    module = PyModule_Create(&cursors_module);
    if (module == NULL)
        return NULL;
    CursorError = PyErr_NewException("methods_of_a_macro_with_unused.CursorError", NULL, NULL);
    if (CursorError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(CursorError);
    if (PyModule_AddObject(module, "CursorError", CursorError) < 0) {
        Py_DECREF(CursorError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Cursor_Type);
    if (PyModule_AddObject(module, "Cursor", (PyObject *)&Cursor_Type) < 0) {
        Py_DECREF(&Cursor_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
