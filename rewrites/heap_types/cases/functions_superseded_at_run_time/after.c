/* The initialisation gives slots other functions: what stood there before is never called, and goes with the type. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static int made;

/* Boxes */

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

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_repr, PyObject_Str},
    {Py_tp_call, Box_call},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "module.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
describe(PyObject *module, PyObject *box)
{
    return PyObject_TypeCheck(box, Box_Type) ? Box_str(box) : PyLong_FromLong(made);
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

    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL)
        return NULL;
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
