#include <Python.h>

static PyObject *error;
static PyObject *names;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    PyErr_SetObject(error, names);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "borrowed_once_it_is_in_a_dict", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_borrowed_once_it_is_in_a_dict(void)
{
    PyObject *dict;
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    dict = PyModule_GetDict(module);
    error = PyErr_NewException("borrowed_once_it_is_in_a_dict.error", NULL, NULL);
    if (error == NULL)
        return NULL;
    if (PyDict_SetItemString(dict, "error", error) < 0)
        return NULL;
    /* The module's dict has it. */
    Py_DECREF(error);
    names = PyTuple_New(0);
    if (names == NULL || PyDict_SetItemString(dict, "names", names) < 0) {
        Py_XDECREF(names);
        return NULL;
    }
    Py_DecRef(names);
    return module;
}
