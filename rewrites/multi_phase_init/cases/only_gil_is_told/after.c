#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot m_slots[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    0,
    methods,
    m_slots,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
