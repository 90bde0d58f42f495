#include "util.h"
#include "clock.h"

/* What clocks ask their source for. */
static PyObject *str_now;

int
Clock_intern_strings(void)
{
    str_now = PyUnicode_InternFromString("now");
    return str_now == NULL ? -1 : 0;
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

static void
Clock_dealloc(Clock *self)
{
    Py_XDECREF(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Clock_read(Clock *self, PyObject *unused)
{
    if (self->source == NULL) {
        PyErr_SetString(PyExc_ValueError, "no source");
        return NULL;
    }
    return PyObject_GetAttr(self->source, str_now);
}

static PyMethodDef Clock_methods[] = {
    {"read", (PyCFunction)Clock_read, METH_NOARGS, "Return the time."},
    {NULL, NULL, 0, NULL}
};

PyTypeObject ClockType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "run_once_flag_of_its_unit.Clock",
    .tp_basicsize = sizeof(Clock),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)Clock_dealloc,
    .tp_init = (initproc)Clock_init,
    .tp_methods = Clock_methods,
};
