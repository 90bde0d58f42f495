/* What outlives the function points to a row of the table. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_pointer_to_a_row_that_is_kept.Box",
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
    {NULL, NULL},
};

static Kind *last;

static PyObject *
last_name(PyObject *self, PyObject *unused)
{
    return PyUnicode_FromString(last->name);
}

static PyMethodDef functions[] = {
    {"last_name", last_name, METH_NOARGS, "Return the name of the last type."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_pointer_to_a_row_that_is_kept", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_refuses_pointer_to_a_row_that_is_kept(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    Kind *kind;
    int i;

    if (module == NULL)
        return NULL;
    for (i = 0; kinds[i].type; i++) {
        kind = &kinds[i];
        last = kind;
        if (PyType_Ready(kind->type) < 0)
            goto error;
        Py_INCREF(kind->type);
        if (PyModule_AddObject(module, kind->name, (PyObject *)kind->type) < 0) {
            Py_DECREF(kind->type);
            goto error;
        }
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
