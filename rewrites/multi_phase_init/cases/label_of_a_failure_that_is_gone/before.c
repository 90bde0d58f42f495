#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
title_get(PyObject *module, PyObject *unused)
{
    return PyUnicode_FromString("title");
}

static PyMethodDef title_methods[] = {
    {"get", title_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef title_module = {
    PyModuleDef_HEAD_INIT, "label_of_a_failure_that_is_gone", NULL, -1, title_methods,
};

PyMODINIT_FUNC
PyInit_label_of_a_failure_that_is_gone(void)
{
    PyObject *m = PyModule_Create(&title_module);

    if (m == NULL)
        goto failed;
    PyModule_AddIntConstant(m, "LIMIT", 16);
    return m;

failed:
    return NULL;
}
