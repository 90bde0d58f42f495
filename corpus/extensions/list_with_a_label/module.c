#include <Python.h>

/* Lists that have a label: all else is left to list. */

typedef struct {
    PyListObject list;
    PyObject *label;
} ShelfObject;

static PyTypeObject Shelf_Type;

static void
Shelf_dealloc(ShelfObject *self)
{
    Py_CLEAR(self->label);
    (PyList_Type.tp_dealloc)((PyObject *)self);
}

static PyObject *
Shelf_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    ShelfObject *self = (ShelfObject *)PyList_Type.tp_new(type, args, kwargs);

    if (self != NULL)
        self->label = NULL;
    return (PyObject *)self;
}

static PyObject *
Shelf_label(ShelfObject *self, PyObject *label)
{
    PyObject *old = self->label;

    Py_INCREF(label);
    self->label = label;
    if (old == NULL)
        Py_RETURN_NONE;
    return old;
}

static PyMethodDef Shelf_methods[] = {
    {"label", (PyCFunction)Shelf_label, METH_O, "Give it a label, and return the one before."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "list_with_a_label.Shelf",
    .tp_basicsize = sizeof(ShelfObject),
    .tp_dealloc = (destructor)Shelf_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Shelf_methods,
    .tp_new = Shelf_new,
};

static struct PyModuleDef shelves_module = {
    PyModuleDef_HEAD_INIT, "list_with_a_label", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_list_with_a_label(void)
{
    PyObject *module;

    Shelf_Type.tp_base = &PyList_Type;
    if (PyType_Ready(&Shelf_Type) < 0)
        return NULL;
    module = PyModule_Create(&shelves_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Shelf_Type);
    if (PyModule_AddObject(module, "Shelf", (PyObject *)&Shelf_Type) < 0) {
        Py_DECREF(&Shelf_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
