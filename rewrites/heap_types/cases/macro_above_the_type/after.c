/* What is static in another build stands above the type and an object, in lines of its own. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#ifdef ONE_FILE
#  define INTERNAL static
#else
#  define INTERNAL
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
} Box;

INTERNAL
PyObject *shelf_error = NULL;

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
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Box_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Box, weakrefs), READONLY},
    {NULL}
};

INTERNAL
PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Box_members},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "macro_above_the_type.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macro_above_the_type",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_macro_above_the_type(void)
{
    PyObject *module;

    module = PyModule_Create(&shelf_module);
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
    shelf_error = PyErr_NewException("macro_above_the_type.Error", NULL, NULL);
    Py_XINCREF(shelf_error);
    if (PyModule_AddObject(module, "Error", shelf_error) < 0) {
        Py_XDECREF(shelf_error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
