#include <Python.h>

static int load(void) { return PyErr_Occurred() ? -1 : 0; }

static PyMethodDef functions[] = {
    {NULL, NULL} /* sentinel */
};

static PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "cond", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_cond(void) {
    PyObject *m;

    m = PyModule_Create(&module_def);

    return (load() == 0) ? m : NULL;
}
