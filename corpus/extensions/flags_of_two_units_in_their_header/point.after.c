#include "plane.h"

typedef struct {
    PyObject_HEAD
    long x;
} PointObject;

static int
Point_init(PointObject *self, PyObject *args, PyObject *kwargs)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state_by_type(Py_TYPE(self));

    return PyArg_ParseTuple(args, "l", &self->x) &&
           check_number(state, self->x) ? 0 : -1;
}

static PyObject *
Point_shifted(PointObject *self, PyObject *by)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state_by_type(Py_TYPE(self));
    PyObject *sum, *own = PyLong_FromLong(self->x);

    if (own == NULL)
        return NULL;
    sum = PyNumber_Add(own, by);
    Py_DECREF(own);
    if (sum == NULL)
        return NULL;
    PyObject *point = PyObject_CallFunctionObjArgs((PyObject *)state->Point_Type, sum,
                                                   NULL);
    Py_DECREF(sum);
    return point;
}

static PyMethodDef Point_methods[] = {
    {"shifted", (PyCFunction)Point_shifted, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Point_slots[] = {
    {Py_tp_methods, Point_methods},
    {Py_tp_init, Point_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

PyType_Spec Point_spec = {
    .name = "flags_of_two_units_in_their_header.Point",
    .basicsize = sizeof(PointObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Point_slots,
};
