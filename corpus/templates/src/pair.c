#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Compiled once for each side, with PAIR_NAME, PAIR_INIT and PAIR_LEFT or PAIR_RIGHT. */

static PyObject *default_item;

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
} Pair;

static PyTypeObject Pair_Type;

static Pair *
new_pair(PyObject *first, PyObject *second)
{
    Pair *self = PyObject_GC_New(Pair, &Pair_Type);

    if (self == NULL)
        return NULL;
    Py_INCREF(first);
    Py_INCREF(second);
#ifdef PAIR_LEFT
    self->first = first;
    self->second = second;
#else
    self->first = second;
    self->second = first;
#endif
    PyObject_GC_Track(self);
    return self;
}

static int
pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    return 0;
}

static int
pair_clear(Pair *self)
{
    Py_CLEAR(self->first);
    Py_CLEAR(self->second);
    return 0;
}

static void
pair_dealloc(Pair *self)
{
    PyObject_GC_UnTrack(self);
    pair_clear(self);
    PyObject_GC_Del(self);
}

static PyObject *
pair_swap(Pair *self, PyObject *unused)
{
#ifdef PAIR_LEFT
    return (PyObject *)new_pair(self->second, self->first);
#else
    return (PyObject *)new_pair(self->first, self->second);
#endif
}

static PyObject *
pair_first(Pair *self, void *unused)
{
    Py_INCREF(self->first);
    return self->first;
}

static PyMethodDef pair_methods[] = {
    {"swap", (PyCFunction)pair_swap, METH_NOARGS, "swap() -> Pair"},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef pair_getters[] = {
    {"first", (getter)pair_first, NULL, "where it begins", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes." PAIR_NAME ".Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)pair_dealloc,
    .tp_traverse = (traverseproc)pair_traverse,
    .tp_clear = (inquiry)pair_clear,
    .tp_methods = pair_methods,
    .tp_getset = pair_getters,
};

static PyObject *
make(PyObject *module, PyObject *args)
{
    PyObject *first, *second = default_item;

    if (!PyArg_ParseTuple(args, "O|O:pair", &first, &second))
        return NULL;
    return (PyObject *)new_pair(first, second);
}

#ifdef PAIR_RIGHT
static PyObject *
standard(PyObject *module, PyObject *unused)
{
    Py_INCREF(default_item);
    return default_item;
}
#endif

static PyMethodDef functions[] = {
    {"pair", make, METH_VARARGS, "pair(first, second='other') -> Pair"},
#ifdef PAIR_RIGHT
    {"standard", standard, METH_NOARGS, "standard() -> what stands in for the second"},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = PAIR_NAME,
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PAIR_INIT(void)
{
    PyObject *module;

    if (PyType_Ready(&Pair_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    default_item = PyUnicode_FromString("other");
    if (default_item == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
