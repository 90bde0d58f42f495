#include <Python.h>

/* None can be called. One says itself how it is pickled, two share their methods, one has none. */

typedef struct {
    PyObject_HEAD
    int x;
} Point;

static PyObject *
point_reduce(PyObject *self, PyObject *ignored)
{
    return Py_BuildValue("O(i)", &PyLong_Type, ((Point *)self)->x);
}

static PyObject *
point_x(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Point *)self)->x);
}

static PyMethodDef told_methods[] = {
    {"__reduce__", point_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef shared_methods[] = {
    {"x", point_x, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef own_methods[] = {
    {"x", point_x, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Told_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.Told",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = told_methods,
};

static PyTypeObject First_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.First",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = shared_methods,
};

static PyTypeObject Second_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.Second",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = shared_methods,
};

static PyTypeObject Own_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.Own",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = own_methods,
};

static PyTypeObject Bare_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.Bare",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "points", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_points(void)
{
    if (PyType_Ready(&Told_Type) < 0 || PyType_Ready(&First_Type) < 0 || PyType_Ready(&Second_Type) < 0)
        return NULL;
    if (PyType_Ready(&Own_Type) < 0 || PyType_Ready(&Bare_Type) < 0)
        return NULL;
    return PyModule_Create(&moduledef);
}
