#include <Python.h>

static PyObject *cache;

#ifdef TRACE
#define LOG(object) printf("%s: %p\n", #object, (void *)object)
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
