/* Objects that only the initialisation names, and only where they were made; and one that a function raises. */
#include <Python.h>

static PyObject *ShelfError;
static PyObject *registry;
static PyObject *Full;

static PyObject *
shelf_put(PyObject *module, PyObject *arg)
{
    PyErr_SetObject(Full, arg);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    ShelfError = PyErr_NewException("shelf.ShelfError", NULL, NULL);
    if (ShelfError != NULL) {
        Py_INCREF(ShelfError);
        PyModule_AddObject(module, "ShelfError", ShelfError);
    }
    registry = PyDict_New();
    if (registry)
        PyModule_AddObject(module, "registry", registry);
    Full = PyErr_NewException("shelf.Full", PyExc_OverflowError, NULL);
    if (Full != NULL) {
        Py_INCREF(Full);
        PyModule_AddObject(module, "Full", Full);
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
