/* What opens a function may speak of all of it: it stays, and what stands further down goes with its statements. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "heading_above_the_first_statement.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "heading_above_the_first_statement.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int
add_types(PyObject *module)
{
    int result;

    /* Set up the box type.
     */
    Box_Type.tp_new = PyType_GenericNew;

    if (PyType_Ready(&Box_Type) < 0) {
        return -1;
    }
    if (PyModule_AddType(module, &Box_Type) < 0) {
        return -1;
    }

    /* The lid, and its class */
    Lid_Type.tp_new = PyType_GenericNew;

    if (PyType_Ready(&Lid_Type) < 0) {
        return -1;
    }
    result = PyModule_AddType(module, &Lid_Type);
    return result;
}

static struct PyModuleDef comment_module = {
    PyModuleDef_HEAD_INIT, "heading_above_the_first_statement", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_heading_above_the_first_statement(void)
{
    PyObject *module = PyModule_Create(&comment_module);

    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
