/* A jump may come to a use of the table without what stands before it. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_label_between_two_loops.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    const char *name;
    PyTypeObject *type;
} Kind;

static Kind kinds[] = {
    {"Box", &Box_Type},
    {NULL, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_label_between_two_loops", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_label_between_two_loops(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    int i;

    if (module == NULL)
        return NULL;
    if (getenv("SHELF_MADE") != NULL)
        goto made;
    for (i = 0; kinds[i].type; i++) {
        if (PyType_Ready(kinds[i].type) < 0)
            goto error;
    }
made:
    for (i = 0; kinds[i].type; i++) {
        Py_INCREF(kinds[i].type);
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0) {
            Py_DECREF(kinds[i].type);
            goto error;
        }
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
