#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Two types leave it to the same function to free their instances. */

typedef struct {
    PyObject_HEAD
    PyObject *made;
} Lazy;

typedef struct {
    Lazy lazy;
    PyObject *name;
} Member;

static void
lazy_free(Lazy *self)
{
    Py_XDECREF(self->made);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void
member_dealloc(Member *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    lazy_free((Lazy *)self);
    Py_DECREF(tp);
}

static void
parameter_dealloc(Lazy *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    lazy_free(self);
    Py_DECREF(tp);
}

static int
lazy_traverse(Lazy *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->made);
    return 0;
}

static PyTypeObject *Member_Type;

static PyType_Slot Member_slots[] = {
    {Py_tp_dealloc, member_dealloc},
    {Py_tp_traverse, lazy_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Member_spec = {
    .name = "freed.Member",
    .basicsize = sizeof(Member),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Member_slots,
};

static PyTypeObject *Parameter_Type;

static PyType_Slot Parameter_slots[] = {
    {Py_tp_dealloc, parameter_dealloc},
    {Py_tp_traverse, lazy_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Parameter_spec = {
    .name = "freed.Parameter",
    .basicsize = sizeof(Lazy),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Parameter_slots,
};

static struct PyModuleDef freed_module = {
    PyModuleDef_HEAD_INIT, "freed", NULL, -1
};

PyMODINIT_FUNC
PyInit_freed(void)
{
    PyObject *module = PyModule_Create(&freed_module);

    if (module == NULL) {
        return NULL;
    }
    Member_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Member_spec, NULL);
    if (Member_Type == NULL) {
        return NULL;
    }
    Parameter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Parameter_spec, NULL);
    if (Parameter_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Member_Type) < 0 || PyModule_AddType(module, Parameter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
