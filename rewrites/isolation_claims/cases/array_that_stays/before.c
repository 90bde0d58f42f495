#include <Python.h>

static unsigned long table[4];
static PyObject *counted_error;

static PyObject *
add(PyObject *module, PyObject *number)
{
    if (Py_SIZE(number) == 0) {
        PyErr_SetString(counted_error, "nothing to add");
        return NULL;
    }
    table[PyLong_AsLong(number) & 3] += 1;
    Py_RETURN_NONE;
}

static PyMethodDef counted_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *names[2][2];  /* stays */

static struct PyModuleDef counted_module = {
    PyModuleDef_HEAD_INIT, "counted", NULL, -1, counted_methods
};

PyMODINIT_FUNC
PyInit_counted(void)
{
    PyObject *module;
    int added;

    module = PyModule_Create(&counted_module);
    if (module == NULL)
        return NULL;

#ifndef COUNTED_SILENT
    /* Errors of this module. */
    counted_error = PyErr_NewException("counted.Error", NULL, NULL);
#endif
    added = PyModule_AddObjectRef(module, "Error", counted_error);
    if (added < 0)
        return NULL;
    return module;
}
