/*
 * Prefixes of a routing table. Written on Windows: lines end in CR LF.
 */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    unsigned int address;
    int bits;
} PrefixObject;

static PyTypeObject PrefixType;

static PrefixObject *prefix_create(unsigned int address, int bits)
{
    PrefixObject *prefix;

    prefix = PyObject_New(PrefixObject, &PrefixType);
    if (!prefix)
        return NULL;
    PyObject_Init((PyObject *)prefix, &PrefixType);
    prefix->bits = bits;
    prefix->address = bits ? address & (0xffffffffu << (32 - bits)) : 0;
    return prefix;
}

static PyObject *prefix_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    unsigned int address;
    int bits = 32;

    if (!PyArg_ParseTuple(args, "I|i", &address, &bits))
        return NULL;
    if (bits < 0 || bits > 32) {
        PyErr_SetString(PyExc_ValueError, "bits must be in 0..32");
        return NULL;
    }
    return (PyObject *)prefix_create(address, bits);
}

static void prefix_dealloc(PyObject *self)
{
    PyObject_Del(self);
}

static PyObject *prefix_repr(PyObject *self)
{
    PrefixObject *p = (PrefixObject *)self;

    return PyUnicode_FromFormat("Prefix(%u.%u.%u.%u/%d)", p->address >> 24, p->address >> 16 & 255,
                                p->address >> 8 & 255, p->address & 255, p->bits);
}

static PyObject *prefix_parent(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PrefixObject *p = (PrefixObject *)self;

    if (p->bits == 0)
        Py_RETURN_NONE;
    return (PyObject *)prefix_create(p->address, p->bits - 1);
}

static PyObject *prefix_richcompare(PyObject *left, PyObject *right, int op)
{
    PrefixObject *a = (PrefixObject *)left, *b = (PrefixObject *)right;
    int equal;

    if (Py_TYPE(right) != &PrefixType || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    equal = a->address == b->address && a->bits == b->bits;
    return PyBool_FromLong(op == Py_EQ ? equal : !equal);
}

static Py_hash_t prefix_hash(PyObject *self)
{
    PrefixObject *p = (PrefixObject *)self;

    return (Py_hash_t)(p->address >> 1) * 33 + p->bits;
}

static PyMethodDef prefix_methods[] = {
    {"parent", prefix_parent, METH_NOARGS, "The next shorter prefix, or None."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject PrefixType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "object_new_then_object_init.Prefix",
    .tp_basicsize = sizeof(PrefixObject),
    .tp_dealloc = prefix_dealloc,
    .tp_repr = prefix_repr,
    .tp_hash = prefix_hash,
    .tp_richcompare = prefix_richcompare,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = prefix_methods,
    .tp_new = prefix_new,
};

static PyModuleDef prefix_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_new_then_object_init",
    .m_doc = "IPv4 prefixes.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_object_new_then_object_init(void)
{
    PyObject *module;

    if (PyType_Ready(&PrefixType) != 0)
        return NULL;
    if ((module = PyModule_Create(&prefix_module)) == NULL)
        return NULL;
    Py_INCREF(&PrefixType);
    if (PyModule_AddObject(module, "Prefix", (PyObject *)&PrefixType) != 0) {
        Py_DECREF(&PrefixType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
