#include "shared.h"

#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)
#define Box_CheckExact(op)   (Py_TYPE(op) == &Box_Type)

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *label;
    BoxObject *self;

    if (!PyArg_ParseTuple(args, "O:Box", &label)) {
        return NULL;
    }
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(label);
        self->label = label;
    }
    return (PyObject *)self;
}

static void
Box_dealloc(BoxObject *self)
{
    Py_XDECREF(self->label);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Box_richcompare(PyObject *self, PyObject *other, int op)
{
    if (!Box_Check(self) || !Box_Check(other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_RichCompare(((BoxObject *)self)->label, ((BoxObject *)other)->label, op);
}

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macro_repeated_by_a_source.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_richcompare = Box_richcompare,
    .tp_new = Box_new,
};
