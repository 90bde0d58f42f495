#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static int bloom_exec(PyObject *m);

static PyModuleDef_Slot bloom_slots[] = {
    {Py_mod_exec, bloom_exec},
    {0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "bloom", // what it's called
    NULL,    // no docstring
    0,
    methods,
    bloom_slots
};

static int
bloom_exec(PyObject *m)
{
    PyModule_AddIntConstant(m, "bits", 9);
    return 0;
}

PyMODINIT_FUNC
PyInit_bloom(void)
{
    return PyModuleDef_Init(&module);
}
