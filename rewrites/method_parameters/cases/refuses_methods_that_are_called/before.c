/* Other code calls the function that takes nothing, without the module. */
#include <Python.h>

static PyObject *ShelfError;

static PyObject *
shelf_fail()
{
    PyErr_SetString(ShelfError, "the shelf is full");
    return NULL;
}

static PyObject *
shelf_add(PyObject *self, PyObject *book)
{
    return shelf_fail();
}

static PyMethodDef shelf_methods[] = {
    {"add", shelf_add, METH_O, NULL},
    {"fail", (PyCFunction)shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_methods_that_are_called",
    .m_size = -1,
    .m_methods = shelf_methods,
};

PyMODINIT_FUNC
PyInit_refuses_methods_that_are_called(void)
{
    PyObject *module;

    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("refuses_methods_that_are_called.Error", NULL, NULL);
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
