#include <Python.h>

#include "checks.h"

extern PyTypeObject Point_Type;

typedef struct {
    PyObject_HEAD
    long x;
} PointObject;

static int
Point_init(PointObject *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->x) && check_number(self->x) ? 0 : -1;
}

static PyObject *
Point_shifted(PointObject *self, PyObject *by)
{
    PyObject *sum, *own = PyLong_FromLong(self->x);

    if (own == NULL)
        return NULL;
    sum = PyNumber_Add(own, by);
    Py_DECREF(own);
    if (sum == NULL)
        return NULL;
    PyObject *point = PyObject_CallFunctionObjArgs((PyObject *)&Point_Type, sum, NULL);
    Py_DECREF(sum);
    return point;
}

static PyMethodDef Point_methods[] = {
    {"shifted", (PyCFunction)Point_shifted, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "flags_of_two_units.Point",
    .tp_basicsize = sizeof(PointObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Point_methods,
    .tp_init = (initproc)Point_init,
    .tp_new = PyType_GenericNew,
};
