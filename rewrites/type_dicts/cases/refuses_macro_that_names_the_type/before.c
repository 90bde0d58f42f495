#include <Python.h>

/* A macro takes the dictionary away again, and names the type by itself. */

#define DROP() Py_CLEAR(type->tp_dict)

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

static PyTypeObject LevelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_macro_that_names_the_type.Level",
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
    DROP();
    return -1;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "refuses_macro_that_names_the_type", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_macro_that_names_the_type(void)
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
