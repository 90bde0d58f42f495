#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
new_id(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(1);
}

static PyMethodDef ext_methods[] = {
    {"new_id", new_id, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot shelf_slots[] = {
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    "No docs",
    0,
    ext_methods,
    shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&moduledef);
}
