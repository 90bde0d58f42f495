/* One binary for all Pythons from 3.12 on: it can only name what Python 3.12 has. */
#define Py_LIMITED_API 0x030C0000
#include <Python.h>

static PyObject *error;

static PyObject *
shelf_fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetNone(error);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, 0, shelf_methods, shelf_slots
};

static int
shelf_exec(PyObject *Py_UNUSED(module))
{
    error = PyErr_NewException("shelf.error", NULL, NULL);
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
