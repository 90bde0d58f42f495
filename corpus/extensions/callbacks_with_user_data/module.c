#include <Python.h>
#include <stddef.h>
#include "structmember.h"

typedef void (*visitor)(int item, void *user_data);
typedef struct { int number; void *user_data; } event;
typedef void (*listener)(event *);

/* What a library would do: it calls without the GIL. */
static void
library_visit(int count, visitor visit, void *user_data)
{
    for (int item = 0; item < count; item++) {
        visit(item, user_data);
    }
}

static void
library_listen(event *e, listener listen)
{
    listen(e);
}

typedef struct {
    PyObject_HEAD
    PyObject *seen;
    event event;
} Parser;

static PyObject *ParserError;
static void
on_item(int item, void *user_data)
{
    PyGILState_STATE gstate = PyGILState_Ensure();
    Parser *self = (Parser *)user_data;
    PyObject *number = PyLong_FromLong(item);

    if (number == NULL || PyList_Append(self->seen, number) < 0) {
        PyErr_SetString(ParserError, "can't keep an item");
    }
    Py_XDECREF(number);
    PyGILState_Release(gstate);
}

static void
on_event(event *e)
{
    PyGILState_STATE gstate;
    Parser *self;

    gstate = PyGILState_Ensure();
    self = (Parser *)e->user_data;
    Py_INCREF(self);
    if (PyList_Append(self->seen, ParserError) < 0) {
        PyErr_Clear();
    }
    Py_DECREF(self);
    PyGILState_Release(gstate);
}

static PyObject *
Parser_run(Parser *self, PyObject *Py_UNUSED(ignored))
{
    Py_BEGIN_ALLOW_THREADS
    library_visit(3, on_item, self);
    Py_END_ALLOW_THREADS
    self->event.user_data = self;
    Py_BEGIN_ALLOW_THREADS
    library_listen(&self->event, on_event);
    Py_END_ALLOW_THREADS
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
Parser_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Parser *self = (Parser *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->seen = PyList_New(0);
    if (self->seen == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Parser_traverse(Parser *self, visitproc visit, void *arg)
{
    Py_VISIT(self->seen);
    return 0;
}

static int
Parser_clear(Parser *self)
{
    Py_CLEAR(self->seen);
    return 0;
}

static void
Parser_dealloc(Parser *self)
{
    PyObject_GC_UnTrack(self);
    Parser_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef parser_methods[] = {
    {"run", (PyCFunction)Parser_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef parser_members[] = {
    {"seen", T_OBJECT, offsetof(Parser, seen), READONLY, NULL},
    {NULL}
};

static PyTypeObject Parser_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_with_user_data.Parser",
    .tp_basicsize = sizeof(Parser),
    .tp_dealloc = (destructor)Parser_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Parser_traverse,
    .tp_clear = (inquiry)Parser_clear,
    .tp_methods = parser_methods,
    .tp_members = parser_members,
    .tp_new = Parser_new,
};

static struct PyModuleDef callbacks_with_user_data = {
    PyModuleDef_HEAD_INIT, "callbacks_with_user_data", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_callbacks_with_user_data(void)
{
    PyObject *module;

    if (PyType_Ready(&Parser_Type) < 0)
        return NULL;
    module = PyModule_Create(&callbacks_with_user_data);
    if (module == NULL)
        return NULL;
    ParserError = PyErr_NewException("callbacks_with_user_data.ParserError", NULL, NULL);
    if (ParserError == NULL)
        goto error;
    Py_INCREF(ParserError);
    if (PyModule_AddObject(module, "ParserError", ParserError) < 0) {
        Py_DECREF(ParserError);
        goto error;
    }
    Py_INCREF(&Parser_Type);
    if (PyModule_AddObject(module, "Parser", (PyObject *)&Parser_Type) < 0) {
        Py_DECREF(&Parser_Type);
        goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
