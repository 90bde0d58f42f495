#include "other.h"
#include "type_never_readied_in_other_unit_state.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long next;
} Steps;

PyObject *
steps_from(PyObject *module, PyObject *start)
{
    type_never_readied_in_other_unit_state *state =
        get_type_never_readied_in_other_unit_state(module);
    long next = PyLong_AsLong(start);

    if (next == -1 && PyErr_Occurred())
        return NULL;
    Steps *steps = (Steps *)state->Steps_Type->tp_alloc(state->Steps_Type, 0);
    if (steps == NULL)
        return NULL;
    steps->next = next;
    return (PyObject *)steps;
}

static void
steps_dealloc(Steps *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
steps_next(Steps *self)
{
    if (self->next <= 0)
        return NULL;
    return PyLong_FromLong(self->next--);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Steps_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Steps_methods[] = {
    {"__reduce__", Steps_reduce, METH_NOARGS, NULL},
    {NULL}
};

/* No PyType_Ready for this one: iterating only needs the two slots. */
static PyType_Slot Steps_slots[] = {
    {Py_tp_dealloc, steps_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, steps_next},
    {Py_tp_methods, Steps_methods},
    {0, NULL},
};

PyType_Spec Steps_spec = {
    .name = "type_never_readied_in_other_unit.Steps",
    .basicsize = sizeof(Steps),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Steps_slots,
};
