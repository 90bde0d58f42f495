/* The name of the module depends on the platform: in its definition, and in the head of its init function. */
#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot libmod_slots[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
#ifndef __CYGWIN__
    "libmod",
#else
    "cygmod",
#endif
    NULL,
    0,
    methods,
    libmod_slots,
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
    return PyModuleDef_Init(&moduledef);
}
