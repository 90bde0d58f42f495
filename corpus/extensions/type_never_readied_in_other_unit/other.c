#include "other.h"

typedef struct {
    PyObject_HEAD
    long next;
} Steps;

static PyTypeObject Steps_Type;

PyObject *
steps_from(PyObject *module, PyObject *start)
{
    long next = PyLong_AsLong(start);

    if (next == -1 && PyErr_Occurred())
        return NULL;
    Steps *steps = PyObject_New(Steps, &Steps_Type);
    if (steps == NULL)
        return NULL;
    steps->next = next;
    return (PyObject *)steps;
}

static void
steps_dealloc(Steps *self)
{
    PyObject_Free(self);
}

static PyObject *
steps_next(Steps *self)
{
    if (self->next <= 0)
        return NULL;
    return PyLong_FromLong(self->next--);
}

/* No PyType_Ready for this one: iterating only needs the two slots. */
static PyTypeObject Steps_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_never_readied_in_other_unit.Steps",
    .tp_basicsize = sizeof(Steps),
    .tp_dealloc = (destructor)steps_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)steps_next,
};
