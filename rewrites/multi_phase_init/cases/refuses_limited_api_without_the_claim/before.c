/* One binary for all Pythons from 3.10 on: it can't say what stays, as the slot for that came with 3.12. */
#define Py_LIMITED_API 0x030A0000
#include <Python.h>

void library_calls(void (*callback)(void));

static PyObject *error;
static PyObject *last;

static void
on_event(void)
{
    Py_XDECREF(last);
    last = PyList_New(0);
}

static PyObject *
shelf_fail(PyObject *module, PyObject *ignored)
{
    library_calls(on_event);
    PyErr_SetNone(error);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    error = PyErr_NewException("shelf.error", NULL, NULL);
    return PyModule_Create(&shelf_module);
}
