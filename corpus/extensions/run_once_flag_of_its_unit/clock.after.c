#include "util.h"
#include "clock.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

int
Clock_intern_strings(run_once_flag_of_its_unit_state *state)
{
    state->str_now = PyUnicode_InternFromString("now");
    return state->str_now == NULL ? -1 : 0;
}

static int
Clock_init(Clock *self, PyObject *args, PyObject *kwds)
{
    PyObject *source, *old;

    if (!PyArg_ParseTuple(args, "O:Clock", &source))
        return -1;
    old = self->source;
    Py_INCREF(source);
    self->source = source;
    Py_XDECREF(old);
    return 0;
}

static int
Clock_traverse(Clock *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->source);
    return 0;
}

static void
Clock_dealloc(Clock *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->source);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Clock_read(Clock *self, PyObject *unused)
{
    run_once_flag_of_its_unit_state *state =
        get_run_once_flag_of_its_unit_state_by_type(Py_TYPE(self));

    if (self->source == NULL) {
        PyErr_SetString(PyExc_ValueError, "no source");
        return NULL;
    }
    return PyObject_GetAttr(self->source, state->str_now);
}

static PyMethodDef Clock_methods[] = {
    {"read", (PyCFunction)Clock_read, METH_NOARGS, "Return the time."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot ClockType_slots[] = {
    {Py_tp_dealloc, Clock_dealloc},
    {Py_tp_init, Clock_init},
    {Py_tp_methods, Clock_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Clock_traverse},
    {0, NULL},
};

PyType_Spec ClockType_spec = {
    .name = "run_once_flag_of_its_unit.Clock",
    .basicsize = sizeof(Clock),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = ClockType_slots,
};
