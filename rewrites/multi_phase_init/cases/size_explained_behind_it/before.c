#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "bloom", // what it's called
    NULL,    // no docstring
    -1, // -1 = module keeps state in global variables
    methods
};

PyMODINIT_FUNC
PyInit_bloom(void)
{
    PyObject *m = PyModule_Create(&module);

    if (m == NULL)
        return NULL;
    PyModule_AddIntConstant(m, "bits", 9);
    return m;
}
