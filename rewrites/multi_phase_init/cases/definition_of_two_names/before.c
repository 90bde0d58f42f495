/* The name of the module depends on the platform: in its definition, and in the head of its init function. */
#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
#ifndef __CYGWIN__
    "libmod",
#else
    "cygmod",
#endif
    NULL,
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL
};

PyMODINIT_FUNC
#ifndef __CYGWIN__
PyInit_libmod
#else
PyInit_cygmod
#endif
(void)
{
    PyObject *module;

    // PyModule_Create can return NULL if module creation fails
    module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;

#ifdef Py_GIL_DISABLED
    PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#endif

    return module;
}
