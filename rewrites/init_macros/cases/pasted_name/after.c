#include <Python.h>

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_definition = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    0,
    NULL,
    shelf_slots,
    NULL,
    NULL,
    NULL,
};

static int
shelf_exec(PyObject *m)
{
    PyModule_AddIntConstant(m, "SIZE", 3);
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_definition);
}
