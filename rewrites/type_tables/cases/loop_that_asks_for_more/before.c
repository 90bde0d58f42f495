#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyObject *
box_size(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->size);
}

static PyMethodDef box_methods[] = {
    {"size", (PyCFunction)box_size, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    static const struct {
        const char *name;
        PyTypeObject *type;
    } types[] = {
        {"Box", &Box_Type},
        {"Crate", &Crate_Type},
    };
    PyObject *module = PyModule_Create(&shelf);
    size_t i;

    if (module == NULL) {
        return NULL;
    }
    for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (PyType_Ready(types[i].type) < 0 ||
            PyObject_SetAttrString(module, types[i].name, (PyObject *)types[i].type) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
