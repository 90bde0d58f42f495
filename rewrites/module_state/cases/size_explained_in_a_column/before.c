#include <Python.h>

static PyObject *cache;

static PyObject *
lookup(PyObject *self, PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(cache, key);

    Py_XINCREF(found);
    if (found == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return found;
}

static PyMethodDef methods[] = {
    {"lookup", lookup, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef words = {
    PyModuleDef_HEAD_INIT,
    "words",                /* name of module */
    NULL,                   /* no documentation */
    -1,                     /* -1 if the module keeps state in global variables */
    methods
};

PyMODINIT_FUNC
PyInit_words(void)
{
    PyObject *m = PyModule_Create(&words);

    if (m == NULL)
        return NULL;
    cache = PyDict_New();
    if (cache == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
