#include <Python.h>

/* Releases the module on its way out, as single-phase initialisation has to somewhere. */
static int
add_constants(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "WIDE", 2) < 0)
        goto error;
    if (PyModule_AddIntConstant(module, "NARROW", 1) < 0) {
        return -1;
    }
    return 0;

error:
    return -1;
}

static int width_exec(PyObject *module);

static PyModuleDef_Slot width_slots[] = {
    {Py_mod_exec, width_exec},
    {0, NULL}
};

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, NULL, width_slots
};

static int
width_exec(PyObject *module)
{
    if (add_constants(module) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_width(void)
{
    return PyModuleDef_Init(&widthmodule);
}
