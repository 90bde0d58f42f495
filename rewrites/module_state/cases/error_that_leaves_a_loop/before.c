#include <Python.h>

static PyObject *ItemError;
static PyObject *default_item;

static PyObject *
total(PyObject *module, PyObject *items)
{
    Py_ssize_t i, sum = 0;

    for (i = 0; i < PyTuple_GET_SIZE(items); i++) {
        Py_ssize_t value = PyLong_AsSsize_t(PyTuple_GET_ITEM(items, i));

        if (value == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            PyErr_Format(ItemError, "item %zd is not a number", i);
            return NULL;
        }
        sum += value;
    }
    return PyLong_FromSsize_t(sum);
}

static PyObject *
fill(PyObject *module, PyObject *list)
{
    Py_ssize_t i;

    for (i = 0; i < PyList_GET_SIZE(list); i++) {
        if (PyList_GET_ITEM(list, i) == Py_None) {
            Py_INCREF(default_item);
            if (PyList_SetItem(list, i, default_item) < 0) {
                return NULL;
            }
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
check(PyObject *module, PyObject *number)
{
    switch (PyLong_AsLong(number)) {
    case 0:
        Py_RETURN_NONE;
    case 1: {
        PyErr_SetString(ItemError, "one");
        return NULL;
    }
    default:
        PyErr_SetNone(PyExc_ValueError);
        return NULL;
    }
}

static PyObject *
first(PyObject *module, PyObject *items)
{
    PyObject *item;

    if (!PyList_Check(items)) {
        goto fail;
    }
    if (PyList_GET_SIZE(items) == 0) {
fail:
        PyErr_SetString(ItemError, "no first item");
        return NULL;
    }
    item = PyList_GET_ITEM(items, 0);
    Py_INCREF(item);
    return item;
}

static PyMethodDef items_methods[] = {
    {"total", total, METH_VARARGS, NULL},
    {"fill", fill, METH_O, NULL},
    {"check", check, METH_O, NULL},
    {"first", first, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef items_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "items",
    .m_size = -1,
    .m_methods = items_methods,
};

PyMODINIT_FUNC
PyInit_items(void)
{
    PyObject *module = PyModule_Create(&items_module);

    if (module == NULL) {
        return NULL;
    }
    default_item = PyUnicode_FromString("nothing");
    ItemError = PyErr_NewException("items.ItemError", NULL, NULL);
    if (default_item == NULL || ItemError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
