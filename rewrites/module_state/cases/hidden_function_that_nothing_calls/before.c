#include <Python.h>

static PyObject *ShelfError;

#if __GNUC__ >= 4
#  define HIDDEN __attribute__((visibility("hidden")))
#else
#  define HIDDEN
#endif

HIDDEN int shelf_fail(const char *why);

/* No other file of this one is left that calls it. */
int shelf_fail(const char *why)
{
    PyErr_SetString(ShelfError, why);
    return -1;
}

static PyObject *
put(PyObject *module, PyObject *book)
{
    if (book == Py_None) {
        PyErr_SetString(ShelfError, "no book");
        return NULL;
    }
    Py_INCREF(book);
    return book;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL)
        return NULL;
    ShelfError = PyErr_NewException("shelf.Error", NULL, NULL);
    Py_XINCREF(ShelfError);
    if (PyModule_AddObject(module, "Error", ShelfError) < 0) {
        Py_XDECREF(ShelfError);
        Py_CLEAR(ShelfError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
