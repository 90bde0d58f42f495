#include <Python.h>

/* Releases the module on its way out, as single-phase initialisation has to somewhere. */
static int
add_constants(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "WIDE", 2) < 0)
        goto error;
    if (PyModule_AddIntConstant(module, "NARROW", 1) < 0) {
        Py_DECREF(module);
        return -1;
    }
    return 0;

error:
    Py_XDECREF(module);
    return -1;
}

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_width(void)
{
    PyObject *module = PyModule_Create(&widthmodule);
    if (module == NULL)
        return NULL;
    if (add_constants(module) < 0)
        return NULL;
    return module;
}
