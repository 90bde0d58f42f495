/* A loop goes through rows of names and types, and gives away more references than it takes. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_over_types_with_names.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_over_types_with_names.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define COUNT ((int)(sizeof(kinds) / sizeof(kinds[0])))

/* What is published, and how it is called. */
static const struct {
    const char *name;
    PyTypeObject *type;
} kinds[] = {
    {"Box", &Box_Type},
    {"Lid", &Lid_Type},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_over_types_with_names", NULL, -1
};

PyMODINIT_FUNC
PyInit_loop_over_types_with_names(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    int i;

    if (module == NULL)
        return NULL;
    for (i = 0; i < COUNT; i++) {
        if (PyType_Ready(kinds[i].type) < 0)
            goto error;
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0)
            goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
