#include <Python.h>

#ifdef _WIN32
#  define WIDTH_API
#else
#  define WIDTH_API
#endif

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL
};

/* Widths. */
#ifdef _WIN32
_declspec(dllexport)
#endif
WIDTH_API PyMODINIT_FUNC PyInit_width(void)
{
    PyObject *module = PyModule_Create(&widthmodule);
    if (module == NULL)
        return NULL;
    PyModule_AddIntConstant(module, "WIDE", 2);
    return module;
}
