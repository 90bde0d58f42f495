#include <Python.h>

#define VERSION "1.0"

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int m_exec(PyObject *m);

static PyModuleDef_Slot m_slots[] = {
    {Py_mod_exec, m_exec},
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

static int
m_exec(PyObject *m)
{
    if (PyModule_AddStringConstant(m, "version", VERSION) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
