/* registry() gives a reference that belongs to the dict: default_entry never owned one. */
#include <Python.h>

static PyObject *default_entry = NULL;

static PyObject *
registry(PyObject *m)
{
    PyObject *entry = PyDict_GetItemString(PyModule_GetDict(m), "__name__");
    return entry;
}

static PyObject *
get_default(PyObject *self, PyObject *unused)
{
    if (default_entry == NULL) {
        default_entry = registry(self);
        if (default_entry == NULL) {
            PyErr_SetString(PyExc_LookupError, "no entry");
            return NULL;
        }
    }
    return PyUnicode_FromFormat("<%U>", default_entry);
}

static PyMethodDef functions[] = {
    {"get_default", get_default, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef entries = {
    PyModuleDef_HEAD_INIT, "entries", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_entries(void)
{
    return PyModule_Create(&entries);
}
