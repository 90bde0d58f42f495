#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyBaseExceptionObject base;
    PyObject *cursor;
} Error;

static int
Error_traverse(Error *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->cursor);
    return Py_TYPE(self)->tp_base->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(Error *self)
{
    Py_CLEAR(self->cursor);
    return Py_TYPE(self)->tp_base->tp_clear((PyObject *)self);
}

static void
Error_dealloc(Error *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Error_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Error_Type;

static PyType_Slot Error_slots[] = {
    {Py_tp_dealloc, Error_dealloc},
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "module.Error",
    .basicsize = sizeof(Error),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Error_slots,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

static PyTypeObject *
module_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }

    Error_Type = module_new_subtype(module, &Error_spec,
                                    (PyTypeObject *)PyExc_ValueError);
    if (Error_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Error", (PyObject *)Error_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
