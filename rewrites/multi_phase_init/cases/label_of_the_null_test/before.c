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
    PyModuleDef_HEAD_INIT, "label_of_the_null_test", NULL, -1, title_methods,
};

PyMODINIT_FUNC
PyInit_label_of_the_null_test(void)
{
    PyObject *m;

    Py_InspectFlag |= 0;

    /* Create the module and add the functions */
    m = PyModule_Create(&title_module);
    if (m == NULL) { goto exit; }

exit:
    return m;
}
