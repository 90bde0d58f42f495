/* A loop makes the types of rows ready that a pointer leads to, and another puts constants into their dictionaries. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_with_pointers_to_rows.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_with_pointers_to_rows.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    const char *name;
    PyTypeObject *type;
} Kind;

static Kind kinds[] = {
    {.name = "Box", .type = &Box_Type},
    {.name = "Lid", .type = &Lid_Type},
    {NULL, NULL},
};

typedef struct {
    PyTypeObject *type;
    const char *name;
    long value;
} Constant;

static Constant constants[] = {
    {.type = &Box_Type, .name = "SIDES", .value = 6},
    {.type = &Box_Type, .name = "EDGES", .value = 12},
    {.type = &Lid_Type, .name = "SIDES", .value = 1},
    {NULL, NULL, 0},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_with_pointers_to_rows", NULL, -1
};

PyMODINIT_FUNC
PyInit_loop_with_pointers_to_rows(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    PyObject *value;
    Constant *constant;
    Kind *kind;
    int i, rv;

    if (module == NULL)
        return NULL;
    for (i = 0; kinds[i].type; i++) {
        kind = &kinds[i];

        rv = PyType_Ready(kind->type);
        if (rv)
            goto error;

        Py_INCREF(kind->type);
        rv = PyModule_AddObject(module, kind->name, (PyObject *)kind->type);
        if (rv < 0) {
            Py_DECREF(kind->type);
            goto error;
        }
    }
    for (i = 0; constants[i].name; i++) {
        constant = &constants[i];

        value = PyLong_FromLong(constant->value);
        if (!value)
            goto error;
        rv = PyDict_SetItemString(constant->type->tp_dict, constant->name, value);
        Py_DECREF(value);
        if (rv)
            goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
