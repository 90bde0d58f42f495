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

static int label_of_the_null_test_exec(PyObject *m);

static PyModuleDef_Slot label_of_the_null_test_slots[] = {
    {Py_mod_exec, label_of_the_null_test_exec},
    {0, NULL}
};

static struct PyModuleDef title_module = {
    PyModuleDef_HEAD_INIT, "label_of_the_null_test", NULL, 0, title_methods,
    label_of_the_null_test_slots,
};

static int
label_of_the_null_test_exec(PyObject *m)
{
    Py_InspectFlag |= 0;

    return 0;
}

PyMODINIT_FUNC
PyInit_label_of_the_null_test(void)
{
    return PyModuleDef_Init(&title_module);
}
