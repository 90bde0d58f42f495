/* What a capsule hands out is called again in a loop that has given up the GIL by then. */
#include <Python.h>

static PyObject *Error;

static long
length_of(PyObject *object)
{
    if (!PyUnicode_Check(object)) {
        PyErr_SetString(Error, "not a string");
        return -1;
    }
    return (long)PyUnicode_GET_LENGTH(object);
}

static long (*api[])(PyObject *) = {length_of};

static PyObject *
total(PyObject *module, PyObject *object)
{
    PyThreadState *thread = NULL;
    long length = 0;
    int i;

    for (i = 0; i < 2; i++) {
        length += length_of(object);
        thread = PyEval_SaveThread();
    }
    PyEval_RestoreThread(thread);
    return PyLong_FromLong(length);
}

static PyMethodDef shelf_methods[] = {
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObject(module, "_API", PyCapsule_New(api, NULL, NULL)) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
