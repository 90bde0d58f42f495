/* Argument Clinic writes module.c.h: types are named in it, and functions here are called from it. */
#include <Python.h>

#if PY_VERSION_HEX >= 0x030D0000
/* Private, but what is written calls them. */
#define _PyLong_AsInt PyLong_AsInt
PyAPI_FUNC(int) _PyArg_NoKeywords(const char *funcname, PyObject *kwargs);
PyAPI_FUNC(int) _PyArg_CheckPositional(const char *, Py_ssize_t, Py_ssize_t, Py_ssize_t);
PyAPI_FUNC(void) _PyArg_BadArgument(const char *, const char *, const char *, PyObject *);
#endif

/*[clinic input]
module argument_clinic
class argument_clinic.Box "BoxObject *" "clinic_state()->Box_Type"
class argument_clinic.Lid "LidObject *" "clinic_state()->Lid_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=f447f3be4b59de7d]*/

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
} argument_clinic_state;

static struct PyModuleDef module_definition;

static inline argument_clinic_state *
get_argument_clinic_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (argument_clinic_state *)state;
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

static inline argument_clinic_state *
get_argument_clinic_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &module_definition);
    assert(module != NULL);
    return get_argument_clinic_state(module);
}

#define clinic_state() (get_argument_clinic_state_by_type(type))
#include "module.c.h"
#undef clinic_state

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/*[clinic input]
@classmethod
argument_clinic.Box.__new__
    size: int = 1
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_impl(PyTypeObject *type, int size)
/*[clinic end generated code: output=c9877a4b379a798a input=e69395e0a67e2be9]*/
{
    BoxObject *self = (BoxObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

/*[clinic input]
argument_clinic.Box.is_like
    other: object
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_is_like(BoxObject *self, PyObject *other)
/*[clinic end generated code: output=35ad9c950f7c83a6 input=723d509733f1787f]*/
{
    argument_clinic_state *state = get_argument_clinic_state_by_type(Py_TYPE(self));

    if (!PyObject_TypeCheck(other, state->Box_Type)) {
        Py_RETURN_FALSE;
    }
    return PyBool_FromLong(self->size == ((BoxObject *)other)->size);
}

/*[clinic input]
argument_clinic.Box.doubled
[clinic start generated code]*/

static PyObject *
argument_clinic_Box_doubled_impl(BoxObject *self)
/*[clinic end generated code: output=6493ddf3e73c7362 input=c6cba95c63f15ac7]*/
{
    argument_clinic_state *state = get_argument_clinic_state_by_type(Py_TYPE(self));

    return PyObject_CallFunction((PyObject *)state->Box_Type, "i", 2 * self->size);
}

/*[clinic input]
@classmethod
argument_clinic.Lid.__new__
    box: object(subclass_of='clinic_state()->Box_Type')
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_Lid_impl(PyTypeObject *type, PyObject *box)
/*[clinic end generated code: output=45e3b0c57f7102a0 input=aa8ed569771277e5]*/
{
    LidObject *self = (LidObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        Py_INCREF(box);
        self->box = box;
    }
    return (PyObject *)self;
}

/*[clinic input]
argument_clinic.boxes
    count: int
    /
[clinic start generated code]*/

static PyObject *
argument_clinic_boxes_impl(PyObject *module, int count)
/*[clinic end generated code: output=ee3b2cfadb07a987 input=df279e9ae036129e]*/
{
    argument_clinic_state *state = get_argument_clinic_state(module);
    PyObject *list = PyList_New(0);

    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *box = PyObject_CallNoArgs((PyObject *)state->Box_Type);
        if (box == NULL || PyList_Append(list, box) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(box);
    }
    return list;
}

static PyMethodDef Box_methods[] = {
    ARGUMENT_CLINIC_BOX_IS_LIKE_METHODDEF
    ARGUMENT_CLINIC_BOX_DOUBLED_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, argument_clinic_Box},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "argument_clinic.Box",
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
    {Py_tp_new, argument_clinic_Lid},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "argument_clinic.Lid",
    .basicsize = sizeof(LidObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyMethodDef module_methods[] = {
    ARGUMENT_CLINIC_BOXES_METHODDEF
    {NULL, NULL, 0, NULL}
};

static int
argument_clinic_traverse(PyObject *module, visitproc visit, void *arg)
{
    argument_clinic_state *state = get_argument_clinic_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
argument_clinic_clear(PyObject *module)
{
    argument_clinic_state *state = get_argument_clinic_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
argument_clinic_free(void *module)
{
    argument_clinic_clear((PyObject *)module);
}

static int argument_clinic_exec(PyObject *module);

static PyModuleDef_Slot argument_clinic_slots[] = {
    {Py_mod_exec, argument_clinic_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "argument_clinic",
    .m_size = sizeof(argument_clinic_state),
    .m_methods = module_methods,
    .m_traverse = argument_clinic_traverse,
    .m_clear = argument_clinic_clear,
    .m_free = argument_clinic_free,
    .m_slots = argument_clinic_slots,
};

static int
argument_clinic_exec(PyObject *module)
{
    argument_clinic_state *state = get_argument_clinic_state(module);

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
PyInit_argument_clinic(void)
{
    return PyModuleDef_Init(&module_definition);
}
