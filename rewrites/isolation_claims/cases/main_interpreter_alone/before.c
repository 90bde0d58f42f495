/* The module refuses other interpreters itself: it can't say that these may load it. */
#include <Python.h>

static PyObject *
pipes_fail(PyObject *module, PyObject *args)
{
    PyErr_SetString(PyExc_OSError, "no pipe");
    return NULL;
}

static PyMethodDef pipes_functions[] = {
    {"fail", pipes_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, -1, pipes_functions
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "pipes can't be loaded by subinterpreters");
        return NULL;
    }
    return PyModule_Create(&pipes_module);
}
