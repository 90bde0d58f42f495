#include <Python.h>

/* A function gives the type a dictionary of class constants, before the type is ready. */

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

static PyTypeObject LevelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dictionary_filled_by_a_function.Level",
    .tp_basicsize = sizeof(LevelObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject FlagsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dictionary_filled_by_a_function.Flags",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* Returns 1 if successful or -1 on error. */
static int
add_levels(PyTypeObject *type)
{
    PyObject *value;

    if (type == NULL) {
        return -1;
    }
    type->tp_dict = PyDict_New();

    if (type->tp_dict == NULL) {
        return -1;
    }
    value = PyLong_FromLong(9);
    if (value == NULL) {
        goto on_error;
    }
    if (PyDict_SetItemString(type->tp_dict, "MAXIMUM", value) != 0) {
        Py_DECREF(value);
        goto on_error;
    }
    Py_DECREF(value);
    return 1;

on_error:
    if (type->tp_dict != NULL) {
        Py_DecRef(type->tp_dict);

        type->tp_dict = NULL;
    }
    return -1;
}

static int
add_flags(PyTypeObject *type)
{
    PyObject *value = PyLong_FromLong(1);

    if (value == NULL)
        return -1;
    type->tp_dict = PyDict_New();
    if (!type->tp_dict)
        return -1;
    if (PyDict_SetItemString(type->tp_dict, "READ", value) < 0) {
        Py_DECREF(value);
        Py_CLEAR(type->tp_dict);
        return -1;
    }
    Py_DECREF(value);
    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "dictionary_filled_by_a_function", NULL, -1
};

PyMODINIT_FUNC
PyInit_dictionary_filled_by_a_function(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    if (add_levels(&LevelType) != 1) {
        goto on_error;
    }
    if (PyType_Ready(&LevelType) < 0) {
        goto on_error;
    }
    Py_INCREF(&LevelType);
    if (PyModule_AddObject(module, "Level", (PyObject *)&LevelType) < 0) {
        Py_DECREF(&LevelType);
        goto on_error;
    }

    /* Flags are looked up on the class. */
    if (add_flags(&FlagsType) < 0)
        goto on_error;
    if (PyType_Ready(&FlagsType) < 0) {
        goto on_error;
    }
    Py_INCREF(&FlagsType);
    if (PyModule_AddObject(module, "Flags", (PyObject *)&FlagsType) < 0) {
        Py_DECREF(&FlagsType);
        goto on_error;
    }
    return module;

on_error:
    Py_DECREF(module);
    return NULL;
}
