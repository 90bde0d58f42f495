#include <Python.h>

/* Pairs and marks are made and dropped all the time. */

#define MAXFREE 80

typedef struct {
    PyObject_HEAD
    long first, second;
} pairobject;

typedef struct {
    PyObject_HEAD
    Py_ssize_t place;
    char *text;
} markobject;

static PyTypeObject Pair_Type, Mark_Type;

static pairobject *free_pairs[MAXFREE];
static int num_free_pairs = 0;

static markobject *free_marks[MAXFREE];
static int num_free_marks;

static PyObject *
pair_from(long first, long second)
{
    pairobject *self;

    if (num_free_pairs) {
        self = free_pairs[--num_free_pairs];
        _Py_NewReference((PyObject *)self);
    } else {
        self = PyObject_New(pairobject, &Pair_Type);
        if (self == NULL)
            return NULL;
    }
    self->first = first;
    self->second = second;
    return (PyObject *)self;
}

static void
pair_dealloc(PyObject *op)
{
    pairobject *self = (pairobject *)op;

    if (num_free_pairs < MAXFREE && (Py_TYPE(self) == &Pair_Type))
        free_pairs[num_free_pairs++] = self;
    else
        PyObject_Del(self);
}

static PyObject *
pair_swapped(pairobject *self, PyObject *Py_UNUSED(ignored))
{
    return pair_from(self->second, self->first);
}

static PyObject *
pair_repr(pairobject *self)
{
    return PyUnicode_FromFormat("Pair(%ld, %ld)", self->first, self->second);
}

static PyMethodDef pair_methods[] = {
    {"swapped", (PyCFunction)pair_swapped, METH_NOARGS, "Return a pair with both numbers in the other order."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_in_arrays.Pair",
    .tp_basicsize = sizeof(pairobject),
    .tp_dealloc = pair_dealloc,
    .tp_repr = (reprfunc)pair_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = pair_methods,
};

static PyObject *
mark_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Py_ssize_t place;
    markobject *self;

    if (!PyArg_ParseTuple(args, "n:Mark", &place))
        return NULL;
    if (num_free_marks > 0) {
        self = free_marks[--num_free_marks];
        (void)PyObject_INIT((PyObject *)self, &Mark_Type);
    }
    else if ((self = PyObject_New(markobject, &Mark_Type)) == NULL) {
        return NULL;
    }
    self->place = place;
    self->text = PyMem_Malloc(16);
    return (PyObject *)self;
}

static void
mark_dealloc(markobject *self)
{
    PyMem_Free(self->text);
    if (num_free_marks < MAXFREE) {
        free_marks[num_free_marks++] = self;
        return;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
mark_place(markobject *self, void *closure)
{
    return PyLong_FromSsize_t(self->place);
}

static PyGetSetDef mark_getset[] = {
    {"place", (getter)mark_place, NULL, "Where it stands.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_lists_in_arrays.Mark",
    .tp_basicsize = sizeof(markobject),
    .tp_dealloc = (destructor)mark_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = mark_getset,
    .tp_new = mark_new,
};

static PyObject *
make_pair(PyObject *module, PyObject *args)
{
    long first, second;

    if (!PyArg_ParseTuple(args, "ll:pair", &first, &second))
        return NULL;
    return pair_from(first, second);
}

static PyMethodDef functions[] = {
    {"pair", make_pair, METH_VARARGS, "pair(first, second)"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_lists_in_arrays", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_free_lists_in_arrays(void)
{
    PyObject *module;

    if (PyType_Ready(&Pair_Type) < 0 || PyType_Ready(&Mark_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)&Mark_Type) < 0) {
        Py_DECREF(&Mark_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
