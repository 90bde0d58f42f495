/* The macro that defines types is given their names, and has a line for each field. */
#include <Python.h>

#define COIN_TYPE(type_obj, type_name, type_doc) \
    static PyTypeObject type_obj = { \
        PyVarObject_HEAD_INIT(NULL, 0) \
        type_name,          /* tp_name */ \
        sizeof(PyObject),   /* tp_basicsize */ \
        0,                  /* tp_itemsize */ \
        0,                  /* tp_dealloc */ \
        0,                  /* tp_vectorcall_offset */ \
        0,                  /* tp_getattr */ \
        0,                  /* tp_setattr */ \
        0,                  /* tp_as_async */ \
        0,                  /* tp_repr */ \
        0,                  /* tp_as_number */ \
        0,                  /* tp_as_sequence */ \
        0,                  /* tp_as_mapping */ \
        0,                  /* tp_hash */ \
        0,                  /* tp_call */ \
        0,                  /* tp_str */ \
        0,                  /* tp_getattro */ \
        0,                  /* tp_setattro */ \
        0,                  /* tp_as_buffer */ \
        Py_TPFLAGS_DEFAULT, /* tp_flags */ \
        type_doc,           /* tp_doc */ \
        .tp_new = PyType_GenericNew, \
    }

COIN_TYPE(Penny_Type, "coins.Penny", "A penny.");
COIN_TYPE(Pound_Type, "coins.Pound", "A pound.");

static struct PyModuleDef coins = {PyModuleDef_HEAD_INIT, "coins", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_coins(void)
{
    PyObject *module;

    if (PyType_Ready(&Penny_Type) < 0 || PyType_Ready(&Pound_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&coins);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Penny_Type) < 0 || PyModule_AddType(module, &Pound_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
