#include "shared.h"

#ifdef HAVE_LID
typedef struct {
    PyObject_HEAD
    PyObject *weakreflist;
} LidObject;

static int
Lid_traverse(LidObject *Py_UNUSED(self), visitproc Py_UNUSED(visit),
             void *Py_UNUSED(arg))
{
    /* nothing to visit */
    return 0;
}

static void
Lid_dealloc(LidObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Lid_dealloc);
    if (self->weakreflist != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Lid_Type.tp_free(self);
    Py_TRASHCAN_END;
}

typedef struct {
    PyObject_HEAD
    PyObject *value;
} OwnerObject;

static PyTypeObject Owner_Type;

static void
Owner_dealloc(OwnerObject *self)
{
    Py_CLEAR(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static OwnerObject *
Owner_new(PyObject *value)
{
    OwnerObject *owner;

    if (!(Owner_Type.tp_flags & Py_TPFLAGS_READY)) {
        if (PyType_Ready(&Owner_Type) != 0) {
            return NULL;
        }
    }
    owner = (OwnerObject *)Owner_Type.tp_alloc(&Owner_Type, 0);
    if (owner == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    owner->value = value;
    return owner;
}

static PyTypeObject Owner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointers_to_linked_types._Owner",
    .tp_basicsize = sizeof(OwnerObject),
    .tp_dealloc = (destructor)Owner_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
Lid_own(LidObject *Py_UNUSED(self), PyObject *value)
{
    return (PyObject *)Owner_new(value);
}

static PyMethodDef Lid_methods[] = {
    {"own", (PyCFunction)Lid_own, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

SHELF_INTERNAL PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointers_to_linked_types.Lid",
    .tp_basicsize = sizeof(LidObject),
    .tp_dealloc = (destructor)Lid_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Lid_traverse,
    .tp_weaklistoffset = offsetof(LidObject, weakreflist),
    .tp_methods = Lid_methods,
    .tp_new = PyType_GenericNew,
};
#endif
