// Constant pointers to objects of their own are no constants: each interpreter needs an object.
#include <Python.h>

static PyObject *names(PyObject *self, PyObject *unused) {
    static PyObject *const first = PyUnicode_FromString("first");
    static PyObject *const second = PyUnicode_FromString("second");
    if (first == NULL || second == NULL) {
        return NULL;
    }
    return PyTuple_Pack(2, first, second);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef pointers_module = {
    PyModuleDef_HEAD_INIT, "constant_pointer", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_constant_pointer(void) {
    return PyModule_Create(&pointers_module);
}
