#include <Python.h>

int lib_size(int given);

static PyObject *SizeError;

static int
check(PyObject *self, int given)
{
    if (given < 0) {
        PyErr_SetString(SizeError, "sizes have no sign");
        return -1;
    }
    return 0;
}

static PyObject *
size(PyObject *self, PyObject *arg)
{
    int given = (int)PyLong_AsLong(arg);

    if (PyErr_Occurred() || check(self, given) < 0)
        return NULL;
    return PyLong_FromLong(lib_size(given));
}

static PyMethodDef methods[] = {
    {"size", size, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "namesake_in_another_source", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_namesake_in_another_source(void)
{
    PyObject *m = PyModule_Create(&module_def);

    if (m == NULL)
        return NULL;
    SizeError = PyErr_NewException("namesake_in_another_source.SizeError", NULL, NULL);
    if (SizeError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(SizeError);
    if (PyModule_AddObject(m, "SizeError", SizeError) < 0) {
        Py_DECREF(SizeError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
