/* A metaclass whose classes hold what they were made with; the rest of a class is freed by `type`. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyHeapTypeObject base;
    PyObject *fields;
} RecordMetaObject;

static PyTypeObject RecordMeta_Type;

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
    Py_XDECREF(self->fields);
    PyType_Type.tp_dealloc((PyObject *)self);
}

static PyMemberDef RecordMeta_members[] = {
    {"fields", T_OBJECT_EX, offsetof(RecordMetaObject, fields), READONLY, NULL},
    {NULL}
};

static PyTypeObject RecordMeta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_handed_to_type.RecordMeta",
    .tp_basicsize = sizeof(RecordMetaObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_TYPE_SUBCLASS | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)RecordMeta_dealloc,
    .tp_traverse = (traverseproc)RecordMeta_traverse,
    .tp_clear = (inquiry)RecordMeta_clear,
    .tp_members = RecordMeta_members,
    .tp_new = RecordMeta_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_handed_to_type",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_dealloc_handed_to_type(void)
{
    PyObject *m;

    RecordMeta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&RecordMeta_Type) < 0)
        return NULL;
    m = PyModule_Create(&definition);
    if (m == NULL)
        return NULL;
    Py_INCREF(&RecordMeta_Type);
    if (PyModule_AddObject(m, "RecordMeta", (PyObject *)&RecordMeta_Type) < 0) {
        Py_DECREF(&RecordMeta_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
