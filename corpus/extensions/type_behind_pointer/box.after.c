#include "box.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    PyObject *content = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Box", &content)) {
        return -1;
    }
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->content);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Box_holds_box(Box *self, void *closure)
{
    type_behind_pointer_state *state =
        get_type_behind_pointer_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(self->content != NULL &&
                           Box_Check(state, self->content));
}

static PyGetSetDef Box_getset[] = {
    {"holds_box", (getter)Box_holds_box, NULL, "Whether a box is in it."},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_doc, "Holds something."},
    {Py_tp_getset, Box_getset},
    {Py_tp_init, Box_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "type_behind_pointer.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lid_methods[] = {
    {"__reduce__", Lid_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_doc, "Closes something."},
    {Py_tp_methods, Lid_methods},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "type_behind_pointer.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

int
Box_Register(PyObject* package)
{
    type_behind_pointer_state *state = get_type_behind_pointer_state(package);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(package, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(package, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(package, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}
