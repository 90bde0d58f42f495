/* The definition leaves the function, and stays behind what it names: a macro and a table in the same group. */

#include <Python.h>

#ifndef NO_PYTHON

static PyObject *first(PyObject *self, PyObject *args);

#define GROUP_DESC "What the module is for."

static PyMethodDef methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
first(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(1);
}

PyMODINIT_FUNC
PyInit_definition_in_a_group(void)
{
    static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT, "definition_in_a_group", GROUP_DESC, -1, methods,
    };
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

#endif

typedef int what_follows;
