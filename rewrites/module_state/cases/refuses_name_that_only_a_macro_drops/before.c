#include <Python.h>

static PyObject *cache;

#ifdef TRACE
#define LOG(object) PyObject_Print(object, stderr, 0)
#else
#define LOG(object)
#endif

static PyObject *
get(PyObject *self, PyObject *args)
{
    if (cache == NULL) {
        cache = PyDict_New();
        if (cache == NULL)
            return NULL;
    }
    LOG(cache);
    Py_INCREF(cache);
    return cache;
}

static PyObject *
look(PyObject *self, PyObject *args)
{
    LOG(cache);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {"look", look, METH_NOARGS, NULL},
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
