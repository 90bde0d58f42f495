#include <Python.h>

static int load(void) { return PyErr_Occurred() ? -1 : 0; }

static PyMethodDef functions[] = {
    {NULL, NULL} /* sentinel */
};

static int cond_exec(PyObject *m);

static PyModuleDef_Slot cond_slots[] = {
    {Py_mod_exec, cond_exec},
    {0, NULL}
};

static PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "cond", NULL, 0, functions, cond_slots
};

static int
cond_exec(PyObject *m) {
    return (load() == 0) ? 0 : -1;
}

PyMODINIT_FUNC
PyInit_cond(void) {
    return PyModuleDef_Init(&module_def);
}
