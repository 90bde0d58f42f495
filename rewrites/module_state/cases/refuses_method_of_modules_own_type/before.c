/* A function of the module is a method of a type derived from that of modules: what comes may be either. */
#include <Python.h>

static PyObject *ShelfError;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(ShelfError, "%R", self);
    return NULL;
}

static PyMethodDef Shelf_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_method_of_modules_own_type.Shelf",

    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Shelf_methods,

};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_method_of_modules_own_type",
    .m_size = -1,
    .m_methods = Shelf_methods,
};

PyMODINIT_FUNC
PyInit_refuses_method_of_modules_own_type(void)
{
    PyObject *module;

    Shelf_Type.tp_base = &PyModule_Type;
    if (PyType_Ready(&Shelf_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("refuses_method_of_modules_own_type.Error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "Error", ShelfError) < 0 ||
        PyModule_AddType(module, &Shelf_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
