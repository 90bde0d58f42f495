/*
 * Shelves of labelled boxes. Each part of the module has an init function of
 * its own, called before the module is created; the variable `module` holds
 * imported modules until then.
 */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *abc_mapping;
    PyObject *make_label;
    PyObject *str_strip;
    PyTypeObject *Box_Type;
    PyTypeObject *Label_Type;
} types_made_in_helpers_state;

static struct PyModuleDef shelf_module;

static inline types_made_in_helpers_state *
get_types_made_in_helpers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_made_in_helpers_state *)state;
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

static inline types_made_in_helpers_state *
get_types_made_in_helpers_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &shelf_module);
    assert(module != NULL);
    return get_types_made_in_helpers_state(module);
}

typedef struct {
    PyObject_HEAD
    PyObject *label;
} BoxObject;

/********** Label **********/

static int
Label_traverse_nothing(void)
{
    return 0;
}

static PyObject *
Label_stripped(PyObject *self, PyObject *unused)
{
    types_made_in_helpers_state *state =
        get_types_made_in_helpers_state_by_type(Py_TYPE(self));

    return PyObject_CallMethodObjArgs(self, state->str_strip, NULL);
}

static PyMethodDef Label_methods[] = {
    {"stripped", Label_stripped, METH_NOARGS, "Return the label without blanks around it."},
    {NULL, NULL}
};

static PyType_Slot Label_slots[] = {
    {Py_tp_methods, Label_methods},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "types_made_in_helpers.Label",
    .basicsize = sizeof(PyUnicodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static PyTypeObject *
types_made_in_helpers_new_subtype(PyObject *module, PyType_Spec *spec,
                                  PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
label_init(PyObject *mod)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(mod);

    if (Label_traverse_nothing() < 0) {
        return -1;
    }
    state->Label_Type = types_made_in_helpers_new_subtype(mod, &Label_spec,
                                                          &PyUnicode_Type);
    if (state->Label_Type == NULL) {
        return -1;
    }
    return 0;
}

/********** Box **********/

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    types_made_in_helpers_state *state =
        get_types_made_in_helpers_state_by_type(type);
    BoxObject *self;
    PyObject *text;

    if (!PyArg_ParseTuple(args, "U:Box", &text)) {
        return NULL;
    }
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->label = PyObject_CallFunctionObjArgs((PyObject *)state->Label_Type, text,
                                               NULL);
    if (self->label == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    return 0;
}

static void
Box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->label);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Box_label(BoxObject *self, void *closure)
{
    types_made_in_helpers_state *state =
        get_types_made_in_helpers_state_by_type(Py_TYPE(self));

    return PyObject_CallFunctionObjArgs(state->make_label, self->label, NULL);
}

static PyGetSetDef Box_getset[] = {
    {"label", (getter)Box_label, NULL, "The label, as text.", NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_getset, Box_getset},
    {Py_tp_new, Box_new},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "types_made_in_helpers.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
box_init(PyObject *mod)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(mod);
    PyObject *result;
    PyObject *module = PyImport_ImportModule("builtins");
    if (module == NULL) {
        goto fail;
    }

#define GET_MOD_ATTR(VAR, NAME)                 \
    VAR = PyObject_GetAttrString(module, NAME); \
    if (VAR == NULL) {                          \
        goto fail;                              \
    }

    GET_MOD_ATTR(state->make_label, "str");

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(mod, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        goto fail;
    }
    result = PyObject_CallFunctionObjArgs(state->make_label,
                                          (PyObject *)state->Box_Type, NULL);
    if (result == NULL) {
        goto fail;
    }
    Py_DECREF(result);
    Py_DECREF(module);
    return 0;

fail:
    Py_CLEAR(module);
    return -1;

#undef GET_MOD_ATTR
}

/********** Module **********/

static PyObject *
is_mapping(PyObject *self, PyObject *object)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(self);
    int found = PyObject_IsInstance(object, state->abc_mapping);
    if (found < 0) {
        return NULL;
    }
    return PyBool_FromLong(found);
}

static PyMethodDef functions[] = {
    {"is_mapping", is_mapping, METH_O, "Tell whether an object is a mapping."},
    {NULL, NULL}
};

static int
types_made_in_helpers_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(module);
    Py_VISIT(state->abc_mapping);
    Py_VISIT(state->make_label);
    Py_VISIT(state->str_strip);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Label_Type);
    return 0;
}

static int
types_made_in_helpers_clear(PyObject *module)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(module);
    Py_CLEAR(state->abc_mapping);
    Py_CLEAR(state->make_label);
    Py_CLEAR(state->str_strip);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Label_Type);
    return 0;
}

static void
module_free(void *m)
{
    types_made_in_helpers_clear((PyObject *)m);
}

static int types_made_in_helpers_exec(PyObject *mod);

static PyModuleDef_Slot types_made_in_helpers_slots[] = {
    {Py_mod_exec, types_made_in_helpers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_made_in_helpers",
    .m_size = sizeof(types_made_in_helpers_state),
    .m_methods = functions,
    .m_free = module_free,
    .m_traverse = types_made_in_helpers_traverse,
    .m_clear = types_made_in_helpers_clear,
    .m_slots = types_made_in_helpers_slots,
};

static int
types_made_in_helpers_exec(PyObject *mod)
{
    types_made_in_helpers_state *state = get_types_made_in_helpers_state(mod);
    PyObject *module = NULL;

    state->str_strip = PyUnicode_InternFromString("strip");
    if (state->str_strip == NULL) {
        goto fail;
    }
    if (label_init(mod) < 0) {
        goto fail;
    }
    if (box_init(mod) < 0) {
        goto fail;
    }

    module = PyImport_ImportModule("collections.abc");
    if (module == NULL) {
        goto fail;
    }
    state->abc_mapping = PyObject_GetAttrString(module, "Mapping");
    Py_CLEAR(module);
    if (state->abc_mapping == NULL) {
        goto fail;
    }

    Py_INCREF(state->Label_Type);
    if (PyModule_AddObject(mod, "Label", (PyObject *)state->Label_Type) < 0) {
        goto fail;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(mod, "Box", (PyObject *)state->Box_Type) < 0) {
        goto fail;
    }
    return 0;

fail:
    Py_CLEAR(state->str_strip);
    Py_CLEAR(state->abc_mapping);
    return -1;
}

PyMODINIT_FUNC
PyInit_types_made_in_helpers(void)
{
    return PyModuleDef_Init(&shelf_module);
}
