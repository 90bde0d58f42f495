/* One binary for Python 3.6 and all later ones: the first of them call hooks before there is a state. */
#define Py_LIMITED_API 0x03060000
#include <Python.h>

static PyObject *ShelfError;
static PyObject *labels;

static PyObject *
shelf_label(PyObject *module, PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(labels, key);

    if (found == NULL && !PyErr_Occurred())
        PyErr_SetObject(ShelfError, key);
    Py_XINCREF(found);
    return found;
}

static PyObject *
shelf_put(PyObject *module, PyObject *args)
{
    PyObject *key, *label;

    if (!PyArg_ParseTuple(args, "OO", &key, &label) || PyDict_SetItem(labels, key, label) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef shelf_methods[] = {
    {"label", shelf_label, METH_O, NULL},
    {"put", shelf_put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "limited_api_of_old_pythons", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_limited_api_of_old_pythons(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    labels = PyDict_New();
    ShelfError = PyErr_NewException("limited_api_of_old_pythons.ShelfError", PyExc_KeyError, NULL);
    if (labels == NULL || ShelfError == NULL)
        goto error;
    Py_INCREF(ShelfError);
    if (PyModule_AddObject(module, "ShelfError", ShelfError) < 0) {
        Py_DECREF(ShelfError);
        goto error;
    }
    return module;

error:
    Py_CLEAR(labels);
    Py_CLEAR(ShelfError);
    Py_DECREF(module);
    return NULL;
}
