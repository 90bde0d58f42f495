/* The deallocator frees through the type by its name, which the module may not have any more. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->item);
    Py_TRASHCAN_BEGIN(self, Box_dealloc);
    tp->tp_free(self);
    Py_DECREF(tp);
    Py_TRASHCAN_END;
}

static PyMemberDef Box_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Box, weakrefs), READONLY},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Box_members},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "freed_through_the_type_by_name.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int freed_through_the_type_by_name_exec(PyObject *module);

static PyModuleDef_Slot freed_through_the_type_by_name_slots[] = {
    {Py_mod_exec, freed_through_the_type_by_name_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_through_the_type_by_name",
    .m_size = 0,
    .m_slots = freed_through_the_type_by_name_slots,
};

static int
freed_through_the_type_by_name_exec(PyObject *module)
{
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_freed_through_the_type_by_name(void)
{
    return PyModuleDef_Init(&shelf_module);
}
