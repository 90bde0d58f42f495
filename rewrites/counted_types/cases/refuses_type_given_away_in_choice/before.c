/* The type is returned without a reference, but only sometimes: no line before it can count that. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} Box;

static PyObject *
box_get_kind(Box *self, void *closure)
{
    return self->is_open ? (PyObject *)Py_TYPE(self) : PyLong_FromLong(0);
}

static PyGetSetDef box_getset[] = {
    {"kind", (getter)box_get_kind, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_given_away_in_choice.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = box_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "refuses_type_given_away_in_choice", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_refuses_type_given_away_in_choice(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&box_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
