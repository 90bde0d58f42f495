#include <Python.h>

static PyMethodDef width_methods[] = {
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC
PyInit_width(void)
{
    static struct PyModuleDef widthmodule = {
        PyModuleDef_HEAD_INIT, "width", "Widths of text.\n\
\n\
        width.of('abc')\n\
\n\
and of bytes.\n", -1, width_methods
    };
    PyObject *module = PyModule_Create(&widthmodule);
    if (module == NULL)
        return NULL;
    PyModule_AddIntConstant(module, "WIDE", 2);
    return module;
}
