/* What the initialiser gives the type is asserted before anything else: in the end, once the type is made. */
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
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Box_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Box, weakrefs), READONLY},
    {NULL}
};

typedef struct {
    PyTypeObject *Box_Type;
} fields_asserted_before_the_type_is_ready_state;

static inline fields_asserted_before_the_type_is_ready_state *
get_fields_asserted_before_the_type_is_ready_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (fields_asserted_before_the_type_is_ready_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Box_members},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "fields_asserted_before_the_type_is_ready.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
fields_asserted_before_the_type_is_ready_traverse(PyObject *module, visitproc visit, void *arg)
{
    fields_asserted_before_the_type_is_ready_state *state =
        get_fields_asserted_before_the_type_is_ready_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
fields_asserted_before_the_type_is_ready_clear(PyObject *module)
{
    fields_asserted_before_the_type_is_ready_state *state =
        get_fields_asserted_before_the_type_is_ready_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
fields_asserted_before_the_type_is_ready_free(void *module)
{
    fields_asserted_before_the_type_is_ready_clear((PyObject *)module);
}

static int fields_asserted_before_the_type_is_ready_exec(PyObject *module);

static PyModuleDef_Slot fields_asserted_before_the_type_is_ready_slots[] = {
    {Py_mod_exec, fields_asserted_before_the_type_is_ready_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "fields_asserted_before_the_type_is_ready",
    .m_size = sizeof(fields_asserted_before_the_type_is_ready_state),
    .m_traverse = fields_asserted_before_the_type_is_ready_traverse,
    .m_clear = fields_asserted_before_the_type_is_ready_clear,
    .m_free = fields_asserted_before_the_type_is_ready_free,
    .m_slots = fields_asserted_before_the_type_is_ready_slots,
};

static int
fields_asserted_before_the_type_is_ready_exec(PyObject *module)
{
    fields_asserted_before_the_type_is_ready_state *state =
        get_fields_asserted_before_the_type_is_ready_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    assert(state->Box_Type->tp_weaklistoffset > 0);
    assert(state->Box_Type->tp_dealloc != NULL && state->Box_Type->tp_new);
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_fields_asserted_before_the_type_is_ready(void)
{
    return PyModuleDef_Init(&shelf_module);
}
