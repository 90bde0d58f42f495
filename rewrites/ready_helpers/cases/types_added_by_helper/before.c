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
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Tag",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Readies a type, and adds it to the module. */
static int
add_type(PyObject *module, const char *name, PyTypeObject *type, PyTypeObject *base)
{
    if (base != NULL) {
        type->tp_base = base;
    }
    type->tp_new = PyType_GenericNew;

    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static int
add_quietly(PyObject *module, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) || !PyModule_Check(module))
        return 0;
    return PyModule_AddObject(module, name, (PyObject *)type) == 0;
}

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    if (add_type(module, "Box", &Box_Type, NULL) < 0) {
        goto error;
    }
    if (add_type(module, "Crate", &Crate_Type, &Box_Type) < 0 ||
        PyModule_AddIntConstant(module, "SIZE", 3) < 0) {
        goto error;
    }
    if (!add_quietly(module, "Lid", &Lid_Type))
        goto error;
    if (PyModule_AddIntConstant(module, "TAGS", 3) < 0 ||
        add_type(module, "Tag", &Tag_Type, NULL) < 0) {
        goto error;
    }
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
