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

static int label_that_others_jump_to_exec(PyObject *m);

static PyModuleDef_Slot label_that_others_jump_to_slots[] = {
    {Py_mod_exec, label_that_others_jump_to_exec},
    {0, NULL}
};

static struct PyModuleDef title_module = {
    PyModuleDef_HEAD_INIT, "label_that_others_jump_to", NULL, 0, title_methods,
    label_that_others_jump_to_slots,
};

static int
label_that_others_jump_to_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "LIMIT", 16) < 0)
        goto failed;
    return 0;

failed:
    return -1;
}

PyMODINIT_FUNC
PyInit_label_that_others_jump_to(void)
{
    return PyModuleDef_Init(&title_module);
}
