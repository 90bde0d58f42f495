#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Lists that have a label: all else is left to list. */

typedef struct {
    PyListObject list;
    PyObject *label;
} ShelfObject;

static int
Shelf_traverse(ShelfObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
}

static void
Shelf_dealloc(ShelfObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->label);
    (PyList_Type.tp_dealloc)((PyObject *)self);
    Py_DECREF(tp);
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

static int
Shelf_clear(PyObject *self)
{
    return PyList_Type.tp_clear(self);
}

static PyType_Slot Shelf_slots[] = {
    {Py_tp_dealloc, Shelf_dealloc},
    {Py_tp_methods, Shelf_methods},
    {Py_tp_new, Shelf_new},
    {Py_tp_traverse, Shelf_traverse},
    {Py_tp_clear, Shelf_clear},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "list_with_a_label.Shelf",
    .basicsize = sizeof(ShelfObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
};

static int list_with_a_label_exec(PyObject *module);

static PyModuleDef_Slot list_with_a_label_slots[] = {
    {Py_mod_exec, list_with_a_label_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shelves_module = {
    PyModuleDef_HEAD_INIT, "list_with_a_label", NULL, 0, NULL,
    list_with_a_label_slots
};

static PyTypeObject *
list_with_a_label_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
list_with_a_label_exec(PyObject *module)
{
    PyTypeObject *Shelf_Type =
        list_with_a_label_new_subtype(module, &Shelf_spec, &PyList_Type);
    if (Shelf_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "Shelf", (PyObject *)Shelf_Type) < 0) {
        Py_DECREF(Shelf_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_list_with_a_label(void)
{
    return PyModuleDef_Init(&shelves_module);
}
