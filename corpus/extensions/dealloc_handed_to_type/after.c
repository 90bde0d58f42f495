/* A metaclass whose classes hold what they were made with; the rest of a class is freed by `type`. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyHeapTypeObject base;
    PyObject *fields;
} RecordMetaObject;

static PyObject *
RecordMeta_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    RecordMetaObject *cls = (RecordMetaObject *)PyType_Type.tp_new(type, args, kwargs);

    if (cls == NULL)
        return NULL;
    cls->fields = PyList_New(0);
    if (cls->fields == NULL) {
        Py_DECREF(cls);
        return NULL;
    }
    return (PyObject *)cls;
}

static int
RecordMeta_traverse(RecordMetaObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->fields);
    return PyType_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
RecordMeta_clear(RecordMetaObject *self)
{
    Py_CLEAR(self->fields);
    return PyType_Type.tp_clear((PyObject *)self);
}

static void
RecordMeta_dealloc(RecordMetaObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->fields);
    PyObject_GC_Track(self);
    PyType_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef RecordMeta_members[] = {
    {"fields", T_OBJECT_EX, offsetof(RecordMetaObject, fields), READONLY, NULL},
    {NULL}
};

static PyType_Slot RecordMeta_slots[] = {
    {Py_tp_dealloc, RecordMeta_dealloc},
    {Py_tp_traverse, RecordMeta_traverse},
    {Py_tp_clear, RecordMeta_clear},
    {Py_tp_members, RecordMeta_members},
    {Py_tp_new, RecordMeta_new},
    {0, NULL},
};

static PyType_Spec RecordMeta_spec = {
    .name = "dealloc_handed_to_type.RecordMeta",
    .basicsize = sizeof(RecordMetaObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_TYPE_SUBCLASS |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = RecordMeta_slots,
};

static int dealloc_handed_to_type_exec(PyObject *m);

static PyModuleDef_Slot dealloc_handed_to_type_slots[] = {
    {Py_mod_exec, dealloc_handed_to_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_handed_to_type",
    .m_size = 0,
    .m_slots = dealloc_handed_to_type_slots,
};

static PyTypeObject *
dealloc_handed_to_type_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
dealloc_handed_to_type_exec(PyObject *m)
{
    PyTypeObject *RecordMeta_Type =
        dealloc_handed_to_type_new_subtype(m, &RecordMeta_spec, &PyType_Type);
    if (RecordMeta_Type == NULL)
        return -1;
    if (PyModule_AddObject(m, "RecordMeta", (PyObject *)RecordMeta_Type) < 0) {
        Py_DECREF(RecordMeta_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_dealloc_handed_to_type(void)
{
    return PyModuleDef_Init(&definition);
}
