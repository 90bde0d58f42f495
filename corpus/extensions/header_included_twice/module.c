#include <Python.h>

static PyObject *table;
static PyObject *KeyTypeError;

#define FUNCTION(name) text_##name
#define CHECK(key) PyUnicode_Check(key)
#include "shared.h"
#undef FUNCTION
#undef CHECK

#define FUNCTION(name) number_##name
#define CHECK(key) PyLong_Check(key)
#include "shared.h"
#undef FUNCTION
#undef CHECK

static PyMethodDef methods[] = {
    {"text_get", text_get, METH_O, NULL},
    {"number_get", number_get, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef header_included_twice_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "header_included_twice",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_header_included_twice(void)
{
    PyObject *module = PyModule_Create(&header_included_twice_module);

    if (module == NULL) {
        return NULL;
    }
    table = Py_BuildValue("{s:i,i:s}", "one", 1, 1, "one");
    if (table == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    KeyTypeError = PyErr_NewException("header_included_twice.KeyTypeError", PyExc_TypeError, NULL);
    if (KeyTypeError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(KeyTypeError);
    if (PyModule_AddObject(module, "KeyTypeError", KeyTypeError) < 0) {
        Py_DECREF(KeyTypeError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
