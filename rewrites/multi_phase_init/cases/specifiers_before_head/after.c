#include <Python.h>

#ifdef _WIN32
#  define WIDTH_API
#else
#  define WIDTH_API
#endif

static int width_exec(PyObject *module);

static PyModuleDef_Slot width_slots[] = {
    {Py_mod_exec, width_exec},
    {0, NULL}
};

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL, width_slots
};

/* Widths. */
static int width_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "WIDE", 2);
    return 0;
}

#ifdef _WIN32
_declspec(dllexport)
#endif
WIDTH_API PyMODINIT_FUNC PyInit_width(void)
{
    return PyModuleDef_Init(&widthmodule);
}
