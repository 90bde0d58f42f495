/* One binary for all Pythons from 3.7 on: the first of them call the hook before there would be a state. */
#define Py_LIMITED_API 0x03070000
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

static void
shelf_free(void *module)
{
    Py_CLEAR(error);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods, NULL, NULL, NULL, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    error = PyErr_NewException("shelf.error", NULL, NULL);
    return PyModule_Create(&shelf_module);
}
