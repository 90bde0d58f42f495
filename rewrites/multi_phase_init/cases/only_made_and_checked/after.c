#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot m_slots[] = {
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
