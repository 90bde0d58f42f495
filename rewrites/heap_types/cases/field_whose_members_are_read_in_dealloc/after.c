#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Nothing empties a box: its members are there as long as it is. */

typedef struct {
    PyObject_HEAD
    PyObject *base;
    Py_ssize_t count;
} Box;

static PyMemberDef Box_members[] = {
    {"base", T_OBJECT, offsetof(Box, base), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}
};

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->base != NULL) {
        Box *base = (Box *)(self->base);

        base->count -= 1;
    }
    Py_CLEAR(self->base);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_members, Box_members},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module;

    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
