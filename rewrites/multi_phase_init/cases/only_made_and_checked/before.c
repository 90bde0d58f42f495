#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m;
    m = PyModule_Create(&definition);
    return m;
}
