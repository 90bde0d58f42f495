#include <Python.h>

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL
};

/* Widths. */
extern "C" PyObject *
PyInit_width(void)
{
    PyObject *module = PyModule_Create(&widthmodule);
    if (module == NULL)
        return NULL;
    PyModule_AddIntConstant(module, "WIDE", 2);
    return module;
}
