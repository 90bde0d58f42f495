#include <Python.h>

#ifdef _WIN32
#define WIDE 1
#endif

#define KIND 1
#ifdef __GNUC__
#define QUICK 1
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(KIND);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
