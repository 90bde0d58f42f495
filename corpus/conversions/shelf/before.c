#include <Python.h>
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    PyObject *label;
    PyObject *content;
    PyObject *dict;
    PyObject *weakrefs;
} ShelfObject;

static PyTypeObject Shelf_Type;

static PyObject *
Shelf_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"label", "content", NULL};
    PyObject *label = Py_None, *content = Py_None;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "|OO:Shelf", kwlist,
                                     &label, &content)) {
        return NULL;
    }
    ShelfObject *self = (ShelfObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(label);
    self->label = label;
    Py_INCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static int
Shelf_traverse(ShelfObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->label);
    Py_VISIT(self->content);
    Py_VISIT(self->dict);
    return 0;
}

static int
Shelf_clear(ShelfObject *self)
{
    Py_CLEAR(self->label);
    Py_CLEAR(self->content);
    Py_CLEAR(self->dict);
    return 0;
}

static void
Shelf_dealloc(ShelfObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Shelf_dealloc)
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Shelf_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_TRASHCAN_END
}

static PyObject *
Shelf_repr(ShelfObject *self)
{
    return PyUnicode_FromFormat("<Shelf %R>", self->label);
}

static PyObject *
Shelf_take(ShelfObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *content = self->content;
    if (content == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(Py_None);
    self->content = Py_None;
    return content;
}

static PyObject *
Shelf_reduce(ShelfObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(OO)", Py_TYPE(self), self->label, self->content);
}

static PyMethodDef Shelf_methods[] = {
    {"take", (PyCFunction)Shelf_take, METH_NOARGS,
     "take($self, /)\n--\n\nReturn the content and leave the shelf empty."},
    {"__reduce__", (PyCFunction)Shelf_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Shelf_members[] = {
    {"label", T_OBJECT, offsetof(ShelfObject, label), 0, NULL},
    {"content", T_OBJECT, offsetof(ShelfObject, content), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyGetSetDef Shelf_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

PyDoc_STRVAR(Shelf_doc,
"Shelf(label=None, content=None)\n--\n\n"
"A labelled place for one object.");

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Shelf",
    .tp_basicsize = sizeof(ShelfObject),
    .tp_dealloc = (destructor)Shelf_dealloc,
    .tp_repr = (reprfunc)Shelf_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_doc = Shelf_doc,
    .tp_traverse = (traverseproc)Shelf_traverse,
    .tp_clear = (inquiry)Shelf_clear,
    .tp_weaklistoffset = offsetof(ShelfObject, weakrefs),
    .tp_methods = Shelf_methods,
    .tp_members = Shelf_members,
    .tp_getset = Shelf_getset,
    .tp_dictoffset = offsetof(ShelfObject, dict),
    .tp_new = Shelf_new,
};

static PyObject *
shelf_place(PyObject *module, PyObject *args)
{
    PyObject *label, *content;

    if (!PyArg_ParseTuple(args, "OO:place", &label, &content)) {
        return NULL;
    }
    ShelfObject *self = PyObject_GC_New(ShelfObject, &Shelf_Type);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(label);
    self->label = label;
    Py_INCREF(content);
    self->content = content;
    self->dict = NULL;
    self->weakrefs = NULL;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *
shelf_depth(PyObject *module, PyObject *op)
{
    Py_ssize_t depth = 0;

    while (op != NULL && PyObject_TypeCheck(op, &Shelf_Type)) {
        depth++;
        op = ((ShelfObject *)op)->content;
    }
    return PyLong_FromSsize_t(depth);
}

static PyMethodDef shelf_functions[] = {
    {"place", shelf_place, METH_VARARGS,
     "place($module, label, content, /)\n--\n\nMake a shelf."},
    {"depth", shelf_depth, METH_O,
     "depth($module, shelf, /)\n--\n\nCount the shelves inside each other."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_doc = "Labelled shelves.",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Shelf_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Shelf_Type);
    if (PyModule_AddObject(module, "Shelf", (PyObject *)&Shelf_Type) < 0) {
        Py_DECREF(&Shelf_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
