/* The length of a table of types is changed before the loop that makes them ready. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_length_that_changes.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_length_that_changes.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* What is made ready, and what it's called if it is published. */
static struct {
    const char *name;
    PyTypeObject *type;
} const kinds[] = {
    {"Box", &Box_Type},
    {NULL, &Lid_Type},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_length_that_changes", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_length_that_changes(void)
{
    PyObject *module;
    size_t count = sizeof(kinds) / sizeof(kinds[0]);
    count--;

    for (size_t i = 0; i != count; ++i)
        if (PyType_Ready(kinds[i].type) < 0)
            return NULL;

    module = PyModule_Create(&shelf_module);
    if (module == NULL)
        return NULL;
    for (size_t i = 0; i != count; ++i) {
        if (kinds[i].name == NULL)
            continue;
        Py_INCREF(kinds[i].type);
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0) {
            Py_DECREF(kinds[i].type);
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
