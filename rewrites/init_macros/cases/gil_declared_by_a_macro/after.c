#include <Python.h>

#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)

static PyMethodDef ext_methods[] = {
    {NULL, NULL, 0, NULL}
};

static int typeconv_exec(PyObject *m);

static PyModuleDef_Slot typeconv_slots[] = {
    {Py_mod_exec, typeconv_exec},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "_typeconv",
    "No docs",
    0,
    ext_methods,
    typeconv_slots,
    NULL,
    NULL,
    NULL,
};

static int
typeconv_exec(PyObject *m) {
    PyModule_AddIntConstant(m, "levels", 4);
    return 0;
}

MOD_INIT(_typeconv) {
    return PyModuleDef_Init(&moduledef);
}
