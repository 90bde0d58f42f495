/* One C function is a class method of one type and a method of another: its first argument is a class, or an instance. */
#include <Python.h>

static PyObject *ShelfError;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(ShelfError, "%R", self);
    return NULL;
}

static PyMethodDef Shelf_methods[] = {
    {"fail", fail, METH_NOARGS | METH_CLASS, NULL},
    {NULL}
};

static PyMethodDef Box_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_class_method_as_method.Shelf",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Shelf_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_class_method_as_method.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_class_method_as_method",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_class_method_as_method(void)
{
    PyObject *module;

    if (PyType_Ready(&Shelf_Type) < 0 || PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("refuses_class_method_as_method.Error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "Error", ShelfError) < 0 ||
        PyModule_AddType(module, &Shelf_Type) < 0 || PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
