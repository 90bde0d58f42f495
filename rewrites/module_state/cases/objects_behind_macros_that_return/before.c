/* What only the initialisation names needs no state where a macro returns meanwhile: it stands for a return. */
#include <Python.h>

#define FAILED return NULL

static PyObject *Error;
static PyObject *Warning;

static PyObject *
fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetNone(Error);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef doors_module = {
    PyModuleDef_HEAD_INIT, "doors", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_doors(void)
{
    PyObject *module = PyModule_Create(&doors_module);
    if (module == NULL)
        FAILED;

    Error = PyErr_NewException("doors.Error", NULL, NULL);
    if (Error == NULL)
        FAILED;
    Warning = PyErr_NewException("doors.Warning", NULL, NULL);
    if (Warning == NULL)
        FAILED;
    if (PyModule_AddObjectRef(module, "Error", Error) < 0) {
        FAILED;
    }
    Py_INCREF(Warning);
    if (PyModule_AddObject(module, "Warning", Warning) < 0) {
        Py_DECREF(Warning);
        FAILED;
    }
    return module;
}
