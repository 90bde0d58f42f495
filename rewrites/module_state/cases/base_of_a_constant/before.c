#include <Python.h>

static PyObject *object_;
static PyObject *number;
static PyObject *base;

static int
by_plainness(const void *one, const void *other)
{
    PyObject *type = (PyObject *)Py_TYPE(*(PyObject **)one);

    return type != object_ && type != number;
}

static PyObject *
plainest(PyObject *module, PyObject *list)
{
    if (!PyList_Check(list)) {
        PyErr_SetNone(base);
        return NULL;
    }
    qsort(((PyListObject *)list)->ob_item, PyList_GET_SIZE(list), sizeof(PyObject *), by_plainness);
    Py_RETURN_NONE;
}

static PyMethodDef plain_methods[] = {
    {"plainest", plainest, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef plain_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "plain",
    .m_size = -1,
    .m_methods = plain_methods,
};

PyMODINIT_FUNC
PyInit_plain(void)
{
    PyObject *module, *error;

    object_ = PyTuple_GetItem(Py_TYPE(Py_None)->tp_bases, 0);
    if (object_ == NULL)
        return NULL;
    number = (PyObject *)&PyLong_Type;
    module = PyModule_Create(&plain_module);
    if (module == NULL)
        return NULL;
    error = PyErr_NewException("plain.Error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    base = PyTuple_GetItem(((PyTypeObject *)error)->tp_bases, 0);
    Py_XINCREF(base);
    Py_DECREF(error);
    return module;
}
