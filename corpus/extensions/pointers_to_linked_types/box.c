#include "shared.h"

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    Py_VISIT(self->callback);
    return 0;
}

static int
Box_clear(BoxObject *self)
{
    Py_CLEAR(self->item);
    Py_CLEAR(self->callback);
    return 0;
}

static void
Box_dealloc(BoxObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Box_dealloc);
    Box_clear(self);
    Box_Type.tp_free(self);
    Py_TRASHCAN_END;
}

static int
each(void *context)
{
    BoxObject *self = (BoxObject *)context;
    BEGIN_CALLBACK(each, -1);
    if (self->callback == NULL) {
        PyErr_SetString(ErrorObject, "no callback");
        return -1;
    }
    return 0;
}

static int
walk(int (*function)(void *), void *context)
{
    return function(context);
}

static PyObject *
Box_walk(BoxObject *self, PyObject *Py_UNUSED(ignored))
{
    if (walk(each, self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Box_like(BoxObject *self, PyObject *other)
{
    return PyBool_FromLong(Py_TYPE(other) == p_Box_Type || PyObject_TypeCheck(other, p_Box_Type));
}

static PyMethodDef Box_methods[] = {
    {"walk", (PyCFunction)Box_walk, METH_NOARGS, NULL},
    {"like", (PyCFunction)Box_like, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

SHELF_INTERNAL PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointers_to_linked_types.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};
