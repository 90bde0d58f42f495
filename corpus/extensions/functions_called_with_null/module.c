/* A cache whose functions call one another with NULL for the module, and methods that do so for the object. */
#include <Python.h>

static PyObject *cache;
static PyObject *Missing;

static PyObject *
memo_get(PyObject *Py_UNUSED(module), PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(cache, key);

    if (found == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(Missing, key);
        }
        return NULL;
    }
    Py_INCREF(found);
    return found;
}

static PyObject *
memo_get_all(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *list = PyList_New(0);

    for (Py_ssize_t i = 0; list != NULL && i < PyTuple_GET_SIZE(args); i++) {
        PyObject *found = memo_get(NULL, PyTuple_GET_ITEM(args, i));

        if (found == NULL || PyList_Append(list, found) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(found);
    }
    return list;
}

static PyObject *
memo_put(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *key, *value;

    if (!PyArg_ParseTuple(args, "OO", &key, &value) || PyDict_SetItem(cache, key, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
memo_forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    PyDict_Clear(cache);
    Py_RETURN_NONE;
}

typedef struct {
    PyObject_HEAD
} ReaderObject;

static PyObject *
reader_read(ReaderObject *Py_UNUSED(self), PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(cache, key);

    if (found == NULL && !PyErr_Occurred()) {
        PyErr_SetObject(Missing, key);
    }
    Py_XINCREF(found);
    return found;
}

static PyObject *
reader_read_twice(ReaderObject *Py_UNUSED(self), PyObject *key)
{
    PyObject *first = reader_read(NULL, key);

    if (first == NULL) {
        return NULL;
    }
    Py_DECREF(first);
    return reader_read(NULL, key);
}

static PyMethodDef reader_methods[] = {
    {"read", (PyCFunction)reader_read, METH_O, NULL},
    {"read_twice", (PyCFunction)reader_read_twice, METH_O, NULL},
    {NULL}
};

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "memo.Reader",
    .tp_basicsize = sizeof(ReaderObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = reader_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef memo_functions[] = {
    {"get", memo_get, METH_O, NULL},
    {"get_all", memo_get_all, METH_VARARGS, NULL},
    {"put", memo_put, METH_VARARGS, NULL},
    {"forget", memo_forget, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef memo_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "memo",
    .m_size = -1,
    .m_methods = memo_functions,
};

PyMODINIT_FUNC
PyInit_memo(void)
{
    PyObject *module;

    if (PyType_Ready(&Reader_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&memo_module);
    if (module == NULL) {
        return NULL;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Missing = PyErr_NewException("memo.Missing", PyExc_LookupError, NULL);
    if (Missing == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Missing);
    if (PyModule_AddObject(module, "Missing", Missing) < 0) {
        Py_DECREF(Missing);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Reader_Type);
    if (PyModule_AddObject(module, "Reader", (PyObject *)&Reader_Type) < 0) {
        Py_DECREF(&Reader_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
