/* tp_traverse visits one of two fields that tp_clear empties; a string is in neither. */
#include <Python.h>

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
    Py_VISIT(self->left);
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
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->left);
    Py_CLEAR(self->right);
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "field_that_traverse_forgot.Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)Pair_dealloc,
    .tp_traverse = (traverseproc)Pair_traverse,
    .tp_clear = (inquiry)Pair_clear,
    .tp_new = Pair_new,
};

static struct PyModuleDef pairs = {PyModuleDef_HEAD_INIT, "field_that_traverse_forgot", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_field_that_traverse_forgot(void)
{
    PyObject *module = PyModule_Create(&pairs);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Pair_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Pair_Type);
    if (PyModule_AddObject(module, "Pair", (PyObject *)&Pair_Type) < 0) {
        Py_DECREF(&Pair_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
