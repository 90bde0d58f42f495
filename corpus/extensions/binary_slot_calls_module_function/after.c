#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Sets of small numbers; their operators are the functions of the module, which don't look at the module. */

typedef struct {
    PyObject_HEAD
    unsigned long bits;
} SetObject;

typedef struct {
    PyTypeObject *Set_Type;
} binary_slot_calls_module_function_state;

static struct PyModuleDef module;

static inline binary_slot_calls_module_function_state *
get_binary_slot_calls_module_function_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (binary_slot_calls_module_function_state *)state;
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

static inline PyObject *
get_binary_slot_calls_module_function_module_by_types(PyTypeObject *first,
                                                      PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *mod = PyType_GetModuleByDef(first, &module);
        if (mod != NULL) {
            return mod;
        }
        PyErr_Clear();
    }
    return PyType_GetModuleByDef(second, &module);
}

static PyObject *
new_set(binary_slot_calls_module_function_state *state, unsigned long bits)
{
    SetObject *set = (SetObject *)state->Set_Type->tp_alloc(state->Set_Type, 0);
    if (set != NULL) {
        set->bits = bits;
    }
    return (PyObject *)set;
}

/* An int counts as the set of its bits. */
static int
bits_of(binary_slot_calls_module_function_state *state, PyObject *object,
        unsigned long *bits)
{
    if (PyObject_TypeCheck(object, state->Set_Type)) {
        *bits = ((SetObject *)object)->bits;
        return 1;
    }
    *bits = PyLong_AsUnsignedLong(object);
    return !PyErr_Occurred();
}

static PyObject *
set_difference(PyObject *module, PyObject *args)
{
    binary_slot_calls_module_function_state *state =
        get_binary_slot_calls_module_function_state(module);
    PyObject *left, *right;
    unsigned long first, second;

    if (!PyArg_ParseTuple(args, "OO:difference", &left, &right)) {
        return NULL;
    }
    if (!bits_of(state, left, &first) || !bits_of(state, right, &second)) {
        return NULL;
    }
    return new_set(state, first & ~second);
}

static PyObject *
set_subtract(PyObject *self, PyObject *other)
{
    PyObject *args = PyTuple_Pack(2, self, other);
    PyObject *found;

    if (args == NULL) {
        return NULL;
    }
    found = set_difference(
        get_binary_slot_calls_module_function_module_by_types(
            Py_TYPE(self), Py_TYPE(other)), args);
    Py_DECREF(args);
    return found;
}

static PyObject *
set_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    SetObject *set;
    unsigned long bits;

    if (!PyArg_ParseTuple(args, "k:Set", &bits)) {
        return NULL;
    }
    set = (SetObject *)type->tp_alloc(type, 0);
    if (set != NULL) {
        set->bits = bits;
    }
    return (PyObject *)set;
}

static PyObject *
set_repr(SetObject *self)
{
    return PyUnicode_FromFormat("Set(%lu)", self->bits);
}

static PyType_Slot Set_slots[] = {
    {Py_tp_repr, set_repr},
    {Py_tp_new, set_new},
    {Py_nb_subtract, set_subtract},
    {0, NULL},
};

static PyType_Spec Set_spec = {
    .name = "binary_slot_calls_module_function.Set",
    .basicsize = sizeof(SetObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Set_slots,
};

/* The same operator for a type that may not be derived from. */
static PyType_Slot FinalSet_slots[] = {
    {Py_nb_subtract, set_subtract},
    {0, NULL},
};

static PyType_Spec FinalSet_spec = {
    .name = "binary_slot_calls_module_function.FinalSet",
    .basicsize = sizeof(SetObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = FinalSet_slots,
};

static PyMethodDef module_functions[] = {
    {"difference", set_difference, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
binary_slot_calls_module_function_traverse(PyObject *module, visitproc visit, void *arg)
{
    binary_slot_calls_module_function_state *state =
        get_binary_slot_calls_module_function_state(module);
    Py_VISIT(state->Set_Type);
    return 0;
}

static int
binary_slot_calls_module_function_clear(PyObject *module)
{
    binary_slot_calls_module_function_state *state =
        get_binary_slot_calls_module_function_state(module);
    Py_CLEAR(state->Set_Type);
    return 0;
}

static void
binary_slot_calls_module_function_free(void *module)
{
    binary_slot_calls_module_function_clear((PyObject *)module);
}

static int binary_slot_calls_module_function_exec(PyObject *m);

static PyModuleDef_Slot binary_slot_calls_module_function_slots[] = {
    {Py_mod_exec, binary_slot_calls_module_function_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "binary_slot_calls_module_function", NULL,
    sizeof(binary_slot_calls_module_function_state), module_functions,
    binary_slot_calls_module_function_slots, binary_slot_calls_module_function_traverse,
    binary_slot_calls_module_function_clear, binary_slot_calls_module_function_free
};

static PyTypeObject *
binary_slot_calls_module_function_new_subtype(PyObject *module, PyType_Spec *spec,
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
binary_slot_calls_module_function_exec(PyObject *m)
{
    binary_slot_calls_module_function_state *state =
        get_binary_slot_calls_module_function_state(m);

    state->Set_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Set_spec, NULL);
    if (state->Set_Type == NULL) {
        return -1;
    }
    PyTypeObject *FinalSet_Type =
        binary_slot_calls_module_function_new_subtype(m, &FinalSet_spec, state->Set_Type);
    if (FinalSet_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Set_Type);
    if (PyModule_AddObject(m, "Set", (PyObject *)state->Set_Type) < 0) {
        Py_DECREF(state->Set_Type);
        Py_DECREF(FinalSet_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "FinalSet", (PyObject *)FinalSet_Type) < 0) {
        Py_DECREF(FinalSet_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_binary_slot_calls_module_function(void)
{
    return PyModuleDef_Init(&module);
}
