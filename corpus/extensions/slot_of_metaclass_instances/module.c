/* Classes that the metaclass makes are called without tuples and dictionaries. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

static PyObject *StructError;

typedef struct {
    PyHeapTypeObject base;
    Py_ssize_t calls;
} StructMetaObject;

static PyTypeObject StructMeta_Type;

static PyObject *
Struct_vectorcall(PyTypeObject *cls, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 0 || kwnames != NULL) {
        PyErr_SetString(StructError, "no arguments are taken");
        return NULL;
    }
    ((StructMetaObject *)cls)->calls++;
    return cls->tp_alloc(cls, 0);
}

static PyObject *
StructMeta_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    StructMetaObject *cls = (StructMetaObject *)PyType_Type.tp_new(type, args, kwargs);

    if (cls == NULL)
        return NULL;
    ((PyTypeObject *)cls)->tp_vectorcall = (vectorcallfunc)Struct_vectorcall;
    return (PyObject *)cls;
}

static PyMemberDef StructMeta_members[] = {
    {"calls", T_PYSSIZET, offsetof(StructMetaObject, calls), READONLY, NULL},
    {NULL}
};

static PyTypeObject StructMeta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slot_of_metaclass_instances.StructMeta",
    .tp_basicsize = sizeof(StructMetaObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_TYPE_SUBCLASS | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_vectorcall_offset = offsetof(PyTypeObject, tp_vectorcall),
    .tp_call = PyVectorcall_Call,
    .tp_members = StructMeta_members,
    .tp_new = StructMeta_new,
};

static struct PyModuleDef slot_of_metaclass_instances_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slot_of_metaclass_instances",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_slot_of_metaclass_instances(void)
{
    PyObject *m;

    StructMeta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&StructMeta_Type) < 0)
        return NULL;
    m = PyModule_Create(&slot_of_metaclass_instances_module);
    if (m == NULL)
        return NULL;
    StructError = PyErr_NewException("slot_of_metaclass_instances.StructError", NULL, NULL);
    if (StructError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(StructError);
    if (PyModule_AddObject(m, "StructError", StructError) < 0) {
        Py_DECREF(StructError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&StructMeta_Type);
    if (PyModule_AddObject(m, "StructMeta", (PyObject *)&StructMeta_Type) < 0) {
        Py_DECREF(&StructMeta_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
