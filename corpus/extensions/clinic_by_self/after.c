/* Argument Clinic writes module.c.h: `__new__` is given a class there, and a method an instance; both name types. */
#include <Python.h>

#if PY_VERSION_HEX >= 0x030D0000
/* Private, but what is written calls them. */
#define _PyLong_AsInt PyLong_AsInt
PyAPI_FUNC(int) _PyArg_NoKeywords(const char *funcname, PyObject *kwargs);
PyAPI_FUNC(int) _PyArg_CheckPositional(const char *, Py_ssize_t, Py_ssize_t, Py_ssize_t);
PyAPI_FUNC(void) _PyArg_BadArgument(const char *, const char *, const char *, PyObject *);
#endif

/*[clinic input]
module clinic_by_self
class clinic_by_self.Box "BoxObject *" "get_clinic_by_self_state_by_type(type)->Box_Type"
class clinic_by_self.Lid "LidObject *" "get_clinic_by_self_state_by_type(type)->Lid_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=cd315211c4105607]*/
/*[clinic end generated code]*/

typedef struct {
    PyObject_HEAD
    int size;
} BoxObject;

typedef struct {
    PyObject_HEAD
    PyObject *box;
} LidObject;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} clinic_by_self_state;

static struct PyModuleDef module_definition;

static inline clinic_by_self_state *
get_clinic_by_self_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (clinic_by_self_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline clinic_by_self_state *
get_clinic_by_self_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &module_definition);
    assert(module != NULL);
    return get_clinic_by_self_state(module);
}

#include "module.c.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/*[clinic input]
@classmethod
clinic_by_self.Box.__new__
    size: int = 1
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Box_impl(PyTypeObject *type, int size)
/*[clinic end generated code: output=d2e7a21746429112 input=cc11d3b98320fd1f]*/
/*[clinic end generated code]*/
{
    BoxObject *self = (BoxObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

/*[clinic input]
@classmethod
clinic_by_self.Lid.__new__
    box: object(subclass_of='get_clinic_by_self_state_by_type(type)->Box_Type')
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Lid_impl(PyTypeObject *type, PyObject *box)
/*[clinic end generated code: output=3c1c1f5c44073eab input=ef9ebbe30a03e800]*/
/*[clinic end generated code]*/
{
    LidObject *self = (LidObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(box);
        self->box = box;
    }
    return (PyObject *)self;
}

/*[clinic input]
clinic_by_self.Lid.put
    box: object(subclass_of="get_clinic_by_self_state_by_type(Py_TYPE(self))->Box_Type")
    /
[clinic start generated code]*/

static PyObject *
clinic_by_self_Lid_put_impl(LidObject *self, PyObject *box)
/*[clinic end generated code: output=f3e6685a3e7ba0e3 input=6748885461120534]*/
/*[clinic end generated code]*/
{
    Py_INCREF(box);
    Py_XSETREF(self->box, box);
    Py_RETURN_NONE;
}

static PyMethodDef Lid_methods[] = {
    CLINIC_BY_SELF_LID_PUT_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, clinic_by_self_Box},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "clinic_by_self.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
Lid_traverse(LidObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->box);
    return 0;
}

static int
Lid_clear(LidObject *self)
{
    Py_CLEAR(self->box);
    return 0;
}

static void
Lid_dealloc(LidObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Lid_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, Lid_dealloc},
    {Py_tp_traverse, Lid_traverse},
    {Py_tp_clear, Lid_clear},
    {Py_tp_methods, Lid_methods},
    {Py_tp_new, clinic_by_self_Lid},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "clinic_by_self.Lid",
    .basicsize = sizeof(LidObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
clinic_by_self_traverse(PyObject *module, visitproc visit, void *arg)
{
    clinic_by_self_state *state = get_clinic_by_self_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
clinic_by_self_clear(PyObject *module)
{
    clinic_by_self_state *state = get_clinic_by_self_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
clinic_by_self_free(void *module)
{
    clinic_by_self_clear((PyObject *)module);
}

static int clinic_by_self_exec(PyObject *module);

static PyModuleDef_Slot clinic_by_self_slots[] = {
    {Py_mod_exec, clinic_by_self_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clinic_by_self",
    .m_size = sizeof(clinic_by_self_state),
    .m_traverse = clinic_by_self_traverse,
    .m_clear = clinic_by_self_clear,
    .m_free = clinic_by_self_free,
    .m_slots = clinic_by_self_slots,
};

static int
clinic_by_self_exec(PyObject *module)
{
    clinic_by_self_state *state = get_clinic_by_self_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0 ||
        PyModule_AddType(module, state->Lid_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_clinic_by_self(void)
{
    return PyModuleDef_Init(&module_definition);
}
