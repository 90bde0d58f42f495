/* A type that is collected and visits nothing, as its instances have room for numbers alone: the type is all there is. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    unsigned int *flags;
    double weights[3];
    long count;
} Flags;

static PyObject *
flags_count(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(((Flags *)self)->count);
}

static PyMethodDef flags_methods[] = {
    {"count", flags_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
Flags_traverse(Flags *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyTypeObject *Flags_Type;

static PyType_Slot Flags_slots[] = {
    {Py_tp_methods, flags_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Flags_traverse},
    {0, NULL},
};

static PyType_Spec Flags_spec = {
    .name = "module.Flags",
    .basicsize = sizeof(Flags),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Flags_slots,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }

    Flags_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Flags_spec, NULL);
    if (Flags_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Flags_Type);
    if (PyModule_AddObject(module, "Flags", (PyObject *)Flags_Type) < 0) {
        Py_DECREF(Flags_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
