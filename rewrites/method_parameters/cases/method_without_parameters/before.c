/* Functions of the module and methods that take nothing, and that their tables cast. */
#include <Python.h>

static PyObject *ShelfError;

typedef struct {
    PyObject_HEAD
    int books;
} Box;

static PyObject *shelf_count(void);

static PyObject *
shelf_fail()
{
    PyErr_SetString(ShelfError, "the shelf is full");
    return NULL;
}

/* What needs nothing of the module stays as it is. */
static PyObject *
shelf_size(void)
{
    return PyLong_FromSize_t(sizeof(Box));
}

static PyObject *
Box_close(void)
{
    PyErr_SetString(ShelfError, "boxes stay open");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "method_without_parameters.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
shelf_count(void)
{
    Box *box = PyObject_New(Box, &Box_Type);
    if (box == NULL) {
        return NULL;
    }
    box->books = 1;
    return (PyObject *)box;
}

static PyMethodDef shelf_methods[] = {
    {"count", (PyCFunction)shelf_count, METH_NOARGS, NULL},
    {"fail", (PyCFunction)shelf_fail, METH_NOARGS, NULL},
    {"size", (PyCFunction)shelf_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "method_without_parameters",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_method_without_parameters(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("method_without_parameters.Error", NULL, NULL);
    if (ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(ShelfError);
    if (PyModule_AddObject(module, "Error", ShelfError) < 0) {
        Py_DECREF(ShelfError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
