/* A pointer goes through rows of names and types, makes the types ready and publishes them. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_that_readies_types.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_that_readies_types.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

struct kind {
    const char *name;
    PyTypeObject *type;
};

static const struct kind kinds[] = {
    {"Box", &Box_Type},
    {"Lid", &Lid_Type},
    {NULL, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "pointer_that_readies_types", NULL, -1
};

PyMODINIT_FUNC
PyInit_pointer_that_readies_types(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    const struct kind *kind;

    if (module == NULL)
        return NULL;
    for (kind = kinds; kind->name != NULL; kind++) {
        if (PyType_Ready(kind->type) < 0)
            goto fail;
        if (PyModule_AddObject(module, kind->name, (PyObject *)kind->type) < 0)
            goto fail;
    }
    return module;

fail:
    Py_DECREF(module);
    return NULL;
}
