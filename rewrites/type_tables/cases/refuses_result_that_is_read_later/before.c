/* What PyType_Ready gives is read once more behind its test. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_result_that_is_read_later.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_result_that_is_read_later.Lid",
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

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_result_that_is_read_later", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_result_that_is_read_later(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
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
        rv |= PyModule_AddObject(module, kind->name, (PyObject *)kind->type);
        if (rv < 0) {
            Py_DECREF(kind->type);
            goto error;
        }
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
