#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
#if PY_VERSION_HEX < 0x030C0000
    PyObject *weakrefs;
#endif
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs((PyObject *)self);
    Box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Box_members[] = {
#if PY_VERSION_HEX < 0x030C0000  // 3.12
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Box, weakrefs), READONLY},
#endif
    {NULL}
};

/* Newer Pythons keep the list of weak references by themselves. */
static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Box_members},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC
#if PY_VERSION_HEX >= 0x030C0000
        | Py_TPFLAGS_MANAGED_WEAKREF
#endif
        | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    m = PyModule_Create(&boxes);
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
