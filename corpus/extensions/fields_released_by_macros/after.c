#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* What the macros of a project release is owned as well. */

#define DEC_AND_NULL(a) { Py_XDECREF(a); a = NULL; }
#define RELEASE(a) Py_XDECREF(a)
#define DROP(a) do { if ((a) != NULL) { RELEASE(a); (a) = NULL; } } while (0)
#define SET_FREE(type, a) do { PyObject *old_ = (PyObject *)(a); (a) = (type)NULL; Py_XDECREF(old_); } while (0)
#define DROP_FIELD(o, field) Py_CLEAR((o)->field)

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
    PyObject *third;
    PyObject *fourth;
} Box;

static PyMemberDef Box_members[] = {
    {"first", T_OBJECT, offsetof(Box, first), 0, NULL},
    {"second", T_OBJECT, offsetof(Box, second), 0, NULL},
    {"third", T_OBJECT, offsetof(Box, third), 0, NULL},
    {"fourth", T_OBJECT, offsetof(Box, fourth), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    Py_VISIT(self->third);
    Py_VISIT(self->fourth);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    DEC_AND_NULL(self->first);
    DROP(self->second);
    SET_FREE(PyObject *, self->third);
    DROP_FIELD(self, fourth);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_members, Box_members},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "fields_released_by_macros.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int fields_released_by_macros_exec(PyObject *module);

static PyModuleDef_Slot fields_released_by_macros_slots[] = {
    {Py_mod_exec, fields_released_by_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "fields_released_by_macros", NULL, 0, NULL,
    fields_released_by_macros_slots};

static int
fields_released_by_macros_exec(PyObject *module)
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
PyInit_fields_released_by_macros(void)
{
    return PyModuleDef_Init(&moduledef);
}
