#include <Python.h>

static PyMethodDef width_methods[] = {
    {NULL, NULL, 0, NULL},
};

static int width_exec(PyObject *module);

static PyModuleDef_Slot width_slots[] = {
    {Py_mod_exec, width_exec},
    {0, NULL}
};

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", "Widths of text.\n\
\n\
        width.of('abc')\n\
\n\
and of bytes.\n", 0, width_methods, width_slots
};

static int
width_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "WIDE", 2);
    return 0;
}

PyMODINIT_FUNC
PyInit_width(void)
{
    return PyModuleDef_Init(&widthmodule);
}
