/* tp_traverse visits one of two fields that tp_clear empties; a string is in neither. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *left;
    PyObject *right;
    PyObject *name;
} Pair;

static PyObject *
Pair_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *left, *right;
    Pair *self;

    if (!PyArg_ParseTuple(args, "OO", &left, &right)) {
        return NULL;
    }
    self = (Pair *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(left);
    self->left = left;
    Py_INCREF(right);
    self->right = right;
    self->name = PyUnicode_FromString("pair");
    if (self->name == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->left);
    Py_VISIT(self->right);
    return 0;
}

static int
Pair_clear(Pair *self)
{
    Py_CLEAR(self->left);
    Py_CLEAR(self->right);
    return 0;
}

static void
Pair_dealloc(Pair *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->left);
    Py_CLEAR(self->right);
    Py_XDECREF(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Pair_Type;

static PyType_Slot Pair_slots[] = {
    {Py_tp_dealloc, Pair_dealloc},
    {Py_tp_traverse, Pair_traverse},
    {Py_tp_clear, Pair_clear},
    {Py_tp_new, Pair_new},
    {0, NULL},
};

static PyType_Spec Pair_spec = {
    .name = "field_that_traverse_forgot.Pair",
    .basicsize = sizeof(Pair),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pair_slots,
};

static struct PyModuleDef pairs = {PyModuleDef_HEAD_INIT, "field_that_traverse_forgot", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_field_that_traverse_forgot(void)
{
    PyObject *module = PyModule_Create(&pairs);

    if (module == NULL) {
        return NULL;
    }
    Pair_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pair_spec, NULL);
    if (Pair_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Pair_Type);
    if (PyModule_AddObject(module, "Pair", (PyObject *)Pair_Type) < 0) {
        Py_DECREF(Pair_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
