#include "shared.h"

static PyObject *
kind_of(PyObject *module, PyObject *object)
{
    return PyUnicode_FromString(Box_CheckExact(object) ? "box" : Box_Check(object) ? "a kind of box" : "no box");
}

static PyMethodDef functions[] = {
    {"kind_of", kind_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "macro_repeated_by_a_source", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_macro_repeated_by_a_source(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
