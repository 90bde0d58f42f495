/* C code calls functions of the module with NULL for it, which they don't look at. */
#include <Python.h>

static PyObject *ShelfError;

static PyObject *
shelf_size(PyObject *ignored, PyObject *object)
{
    Py_ssize_t size = PyObject_Size(object);

    if (size < 0) {
        PyErr_SetString(ShelfError, "it has no size");
        return NULL;
    }
    return PyLong_FromSsize_t(size);
}

static Py_ssize_t
size_of(PyObject *object)
{
    PyObject *size = shelf_size(NULL, object);
    Py_ssize_t result = size != NULL ? PyLong_AsSsize_t(size) : -1;

    Py_XDECREF(size);
    return result;
}

static PyObject *
Shelf_size(PyObject *self, PyObject *object)
{
    Py_ssize_t size = size_of(object);

    return size < 0 ? NULL : PyLong_FromSsize_t(size + 1);
}

static PyMethodDef Shelf_methods[] = {
    {"size", Shelf_size, METH_O, NULL},
    {NULL, NULL},
};

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module_functions_called_by_c_code.Shelf",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Shelf_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef shelf_functions[] = {
    {"size", shelf_size, METH_O, NULL},
    {NULL, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_functions_called_by_c_code",
    .m_size = -1,
    .m_methods = shelf_functions,
};

PyMODINIT_FUNC
PyInit_module_functions_called_by_c_code(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("module_functions_called_by_c_code.ShelfError", NULL, NULL);
    if (ShelfError == NULL) {
        goto error;
    }
    Py_INCREF(ShelfError);
    if (PyModule_AddObject(module, "ShelfError", ShelfError) < 0) {
        Py_DECREF(ShelfError);
        goto error;
    }
    if (PyModule_AddType(module, &Shelf_Type) < 0) {
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
