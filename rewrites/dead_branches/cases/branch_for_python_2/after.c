#include <Python.h>

#define IS_PY3K
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

MOD_INIT(shelf)
{
    return PyModule_Create(&moduledef);
}
