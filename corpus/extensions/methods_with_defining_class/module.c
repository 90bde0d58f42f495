#include <Python.h>

/* Boxes hold an object; what is wrong with one is told by BoxError. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static PyTypeObject Box_Type;
static PyObject *BoxError;

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Box *self = (Box *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(Py_None);
        self->content = Py_None;
    }
    return (PyObject *)self;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Box_take(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *content = self->content;

    if (content == Py_None) {
        PyErr_SetString(BoxError, "the box is empty");
        return NULL;
    }
    Py_INCREF(Py_None);
    self->content = Py_None;
    return content;
}

static PyObject *
Box_peek(Box *self)
{
    if (self->content == Py_None) {
        PyErr_SetString(BoxError, "nothing to see");
        return NULL;
    }
    Py_INCREF(self->content);
    return self->content;
}

static PyObject *
Box_put(Box *self, PyObject *thing)
{
    PyObject *old;

    if (self->content != Py_None) {
        PyErr_Format(BoxError, "the box is full, no room for %R", thing);
        return NULL;
    }
    old = self->content;
    Py_INCREF(thing);
    self->content = thing;
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
Box_same(Box *self, PyObject *other)
{
    int same = PyObject_TypeCheck(other, &Box_Type);

    if (!same) {
        PyErr_SetString(BoxError, "not a box");
        return NULL;
    }
    return PyBool_FromLong(self->content == ((Box *)other)->content);
}

static PyObject *
Box_count(Box *self, PyObject *const *items, Py_ssize_t number)
{
    if (number == 0) {
        PyErr_SetString(BoxError, "nothing to count");
        return NULL;
    }
    return PyLong_FromSsize_t(number + (self->content == items[0]));
}

static PyObject *
Box_names(Box *self, PyObject *const *items, Py_ssize_t number, PyObject *keywords)
{
    if (keywords == NULL) {
        return PyErr_Format(BoxError, "no names after %zd items", number);
    }
    Py_INCREF(keywords);
    return keywords;
}

static PyObject *
Box_find(Box *self, PyObject *args)
{
    PyObject *wanted;

    if (!PyArg_ParseTuple(args, "O:find", &wanted)) {
        return NULL;
    }
    if (wanted != self->content) {
        PyErr_SetString(BoxError, "not here");
        return NULL;
    }
    Py_RETURN_TRUE;
}

/* Called by tp_repr as well, which has no class to give. */
static PyObject *
Box_describe(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (self->content == Py_None) {
        PyErr_SetString(BoxError, "nothing to describe");
        return NULL;
    }
    return PyUnicode_FromFormat("a box of %R", self->content);
}

static PyObject *
Box_repr(Box *self)
{
    return Box_describe(self, NULL);
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)Box_take, METH_NOARGS, "take()"},
    {"peek", (PyCFunction)Box_peek, METH_NOARGS, "peek()"},
    {"put", (PyCFunction)Box_put, METH_O, "put(thing)"},
    {"same", (PyCFunction)Box_same, METH_O, "same(other)"},
    {"count", (PyCFunction)(void (*)(void))Box_count, METH_FASTCALL, "count(*items)"},
    {"names", (PyCFunction)(void (*)(void))Box_names, METH_FASTCALL | METH_KEYWORDS, "names(**names)"},
    {"describe", (PyCFunction)Box_describe, METH_NOARGS, "describe()"},
    {"find", (PyCFunction)Box_find, METH_VARARGS, "find(thing)"},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "methods_with_defining_class.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_repr = (reprfunc)Box_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "A box.",
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_methods = Box_methods,
    .tp_new = Box_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "methods_with_defining_class",
    "Boxes.",
    -1,
    NULL
};

PyMODINIT_FUNC
PyInit_methods_with_defining_class(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("methods_with_defining_class.BoxError", NULL, NULL);
    if (BoxError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(BoxError);
    if (PyModule_AddObject(module, "BoxError", BoxError) < 0) {
        Py_DECREF(BoxError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
