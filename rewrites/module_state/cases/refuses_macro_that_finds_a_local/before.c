#include <Python.h>

static PyObject *cache;

#define IS_SET() (cache != NULL)

static int
is_filled(const char *cache)
{
    return IS_SET() && *cache;
}

static PyObject *
get(PyObject *self, PyObject *args)
{
    if (!IS_SET() && is_filled("x")) {
        cache = PyDict_New();
        if (cache == NULL)
            return NULL;
    }
    Py_INCREF(cache);
    return cache;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf);
}
