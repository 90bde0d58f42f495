#include <Python.h>

/* The type's functions are called as those of the module will be: type_named_after_module_traverse and so on. */

typedef struct {
    PyObject_HEAD
    PyObject *value;
} type_named_after_module_Object;

static PyObject *type_named_after_module_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    type_named_after_module_Object *self;
    PyObject *value = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Box", &value))
        return NULL;
    self = (type_named_after_module_Object *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}

static void type_named_after_module_dealloc(type_named_after_module_Object *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *type_named_after_module_repr(type_named_after_module_Object *self)
{
    return PyUnicode_FromFormat("<box of %R>", self->value);
}

static PyTypeObject type_named_after_module_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_named_after_module.Box",
    .tp_basicsize = sizeof(type_named_after_module_Object),
    .tp_dealloc = (destructor)type_named_after_module_dealloc,
    .tp_repr = (reprfunc)type_named_after_module_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = type_named_after_module_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "type_named_after_module",
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC PyInit_type_named_after_module(void)
{
    PyObject *module;

    if (PyType_Ready(&type_named_after_module_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&type_named_after_module_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&type_named_after_module_Type) < 0) {
        Py_DECREF(&type_named_after_module_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
