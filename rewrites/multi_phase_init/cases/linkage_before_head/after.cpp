#include <Python.h>

static int width_exec(PyObject *module);

static PyModuleDef_Slot width_slots[] = {
    {Py_mod_exec, (void *)width_exec},
    {0, NULL}
};

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL, width_slots
};

/* Widths. */
static int
width_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "WIDE", 2);
    return 0;
}

extern "C" PyObject *
PyInit_width(void)
{
    return PyModuleDef_Init(&widthmodule);
}
