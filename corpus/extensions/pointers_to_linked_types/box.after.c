#include "shared.h"

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Box_dealloc);
    Box_clear(self);
    tp->tp_free(self);
    Py_DECREF(tp);
    Py_TRASHCAN_END;
}

static int
each(void *context)
{
    BoxObject *self = (BoxObject *)context;
    BEGIN_CALLBACK(each, -1);
    if (self->callback == NULL) {
        pointers_to_linked_types_state *state =
            get_pointers_to_linked_types_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ErrorObject, "no callback");
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
    pointers_to_linked_types_state *state =
        get_pointers_to_linked_types_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(Py_TYPE(other) == state->Box_Type ||
                           PyObject_TypeCheck(other, state->Box_Type));
}

static PyMethodDef Box_methods[] = {
    {"walk", (PyCFunction)Box_walk, METH_NOARGS, NULL},
    {"like", (PyCFunction)Box_like, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

SHELF_INTERNAL PyType_Spec Box_spec = {
    .name = "pointers_to_linked_types.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};
