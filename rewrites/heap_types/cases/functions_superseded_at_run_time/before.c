/* The initialisation gives slots other functions: what stood there before is never called, and goes with the type. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static int made;

static PyObject *Box_new(PyTypeObject *, PyObject *, PyObject *);
static PyObject *Box_repr(PyObject *self);

/* Boxes */

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    made++;
    return type->tp_alloc(type, 0);
}

// Says what it is.
static PyObject *
Box_repr(PyObject *self)
{
    return PyUnicode_FromString("a box");
}

static PyObject *
Box_call(PyObject *self, PyObject *args, PyObject *kwds)
{
    Py_RETURN_NONE;
}

static PyObject *
Box_str(PyObject *self)
{
    return PyUnicode_FromString("box");
}

static long
hash_of_all(void)
{
    return made;
}

static Py_hash_t
Box_hash(PyObject *self)
{
    return hash_of_all();
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = Box_repr,
    .tp_call = Box_call,
    .tp_str = Box_str,
    .tp_hash = Box_hash,
    .tp_new = Box_new,
};

static PyObject *
describe(PyObject *module, PyObject *box)
{
    return PyObject_TypeCheck(box, &Box_Type) ? Box_str(box) : PyLong_FromLong(made);
}

static PyMethodDef functions[] = {
    {"describe", describe, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    Box_Type.tp_new = PyType_GenericNew;
    Box_Type.tp_repr = PyObject_Str;
    Box_Type.tp_str = NULL;
    Box_Type.tp_call = Box_call;
    Box_Type.tp_hash = PyObject_HashNotImplemented;
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
