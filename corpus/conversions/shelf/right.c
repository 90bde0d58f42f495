#include <Python.h>
#include "structmember.h"

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *label;
    PyObject *content;
    PyObject *dict;
    PyObject *weakrefs;
} ShelfObject;

typedef struct {
    PyTypeObject *Shelf_Type;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    return (shelf_state *)PyModule_GetState(module);
}

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
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Shelf_dealloc)
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Shelf_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ShelfObject, weakrefs),
     READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(ShelfObject, dict),
     READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyGetSetDef Shelf_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

PyDoc_STRVAR(Shelf_doc,
"Shelf(label=None, content=None)\n--\n\n"
"A labelled place for one object.");

static PyType_Slot Shelf_slots[] = {
    {Py_tp_dealloc, Shelf_dealloc},
    {Py_tp_repr, Shelf_repr},
    {Py_tp_doc, (void *)Shelf_doc},
    {Py_tp_traverse, Shelf_traverse},
    {Py_tp_clear, Shelf_clear},
    {Py_tp_methods, Shelf_methods},
    {Py_tp_members, Shelf_members},
    {Py_tp_getset, Shelf_getset},
    {Py_tp_new, Shelf_new},
    {0, NULL}
};

static PyType_Spec Shelf_spec = {
    .name = "shelf.Shelf",
    .basicsize = sizeof(ShelfObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Shelf_slots,
};

static PyObject *
shelf_place(PyObject *module, PyObject *args)
{
    PyObject *label, *content;

    if (!PyArg_ParseTuple(args, "OO:place", &label, &content)) {
        return NULL;
    }
    PyTypeObject *type = get_shelf_state(module)->Shelf_Type;
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

static PyObject *
shelf_depth(PyObject *module, PyObject *op)
{
    shelf_state *state = get_shelf_state(module);
    Py_ssize_t depth = 0;

    while (op != NULL && PyObject_TypeCheck(op, state->Shelf_Type)) {
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

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    state->Shelf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Shelf_spec, NULL);
    if (state->Shelf_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Shelf_Type);
    if (PyModule_AddObject(module, "Shelf",
                           (PyObject *)state->Shelf_Type) < 0) {
        Py_DECREF(state->Shelf_Type);
        return -1;
    }
    return 0;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);

    Py_VISIT(state->Shelf_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    Py_CLEAR(state->Shelf_Type);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_doc = "Labelled shelves.",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_functions,
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
