/* The pair is only for looking up, and lent what it holds: freed with a module, it would release that. */
#include <Python.h>

static PyObject *pair;

static PyObject *
m_lookup(PyObject *module, PyObject *args)
{
    PyObject *registry, *first, *second, *found;

    if (!PyArg_ParseTuple(args, "O!OO", &PyDict_Type, &registry, &first, &second)) {
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, first);
    PyTuple_SET_ITEM(pair, 1, second);
    found = PyDict_GetItemWithError(registry, pair);
    if (found == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        Py_RETURN_NONE;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef m_functions[] = {
    {"lookup", m_lookup, METH_VARARGS, "Look up a pair."},
    {NULL, NULL}
};

static struct PyModuleDef m_module = {
    PyModuleDef_HEAD_INIT,
    "refuses_container_of_borrowed_items",
    NULL,
    -1,
    m_functions
};

PyMODINIT_FUNC
PyInit_refuses_container_of_borrowed_items(void)
{
    PyObject *module = PyModule_Create(&m_module);
    if (module == NULL) {
        return NULL;
    }
    pair = PyTuple_New(2);
    if (pair == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    PyObject_GC_UnTrack(pair);
    return module;
}
