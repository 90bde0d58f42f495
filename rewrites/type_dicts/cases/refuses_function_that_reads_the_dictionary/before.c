#include <Python.h>

/* A function gives the type a dictionary, and asks how much is in it. */

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

static PyTypeObject LevelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_function_that_reads_the_dictionary.Level",
    .tp_basicsize = sizeof(LevelObject),
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
    value = PyLong_FromSsize_t(PyDict_Size(type->tp_dict));
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

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "refuses_function_that_reads_the_dictionary", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_function_that_reads_the_dictionary(void)
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
    return module;

on_error:
    Py_DECREF(module);
    return NULL;
}
