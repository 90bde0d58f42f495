// What is made when the library is loaded, and what is given in brackets, stays.
#include <Python.h>

static PyObject *const first = PyUnicode_FromString("first");

static PyObject *names(PyObject *self, PyObject *unused) {
    static PyObject *second(PyUnicode_FromString("second"));
    return PyTuple_Pack(2, first, second);
}

static PyMethodDef functions[] = {
    {"names", names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef file_module = {
    PyModuleDef_HEAD_INIT, "refuses_object_of_the_file", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_refuses_object_of_the_file(void) {
    return PyModule_Create(&file_module);
}
