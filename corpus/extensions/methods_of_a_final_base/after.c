#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A type that Python code can't subclass, below which stands one that it can. */

typedef struct { PyObject_HEAD int shut; } Base;
typedef struct { Base base; int more; } Derived;

typedef struct {
    PyObject *ShutError;
    PyTypeObject *BaseType;
} methods_of_a_final_base_state;

static struct PyModuleDef definition;

static inline methods_of_a_final_base_state *
get_methods_of_a_final_base_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (methods_of_a_final_base_state *)state;
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

static inline methods_of_a_final_base_state *
get_methods_of_a_final_base_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_methods_of_a_final_base_state(module);
}

static PyObject *
Base_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Base *self = (Base *)PyType_GenericNew(type, args, kwargs);
    if (self == NULL) {
        methods_of_a_final_base_state *state = get_methods_of_a_final_base_state_by_type(type);

        PyErr_SetObject(state->ShutError, Py_None);
        return NULL;
    }
    self->shut = 1;
    return (PyObject *)self;
}

static PyObject *
Base_open(Base *self, PyObject *Py_UNUSED(ignored))
{
    if (self->shut) {
        methods_of_a_final_base_state *state = get_methods_of_a_final_base_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ShutError, "shut");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Base_methods[] = {{"open", (PyCFunction)Base_open, METH_NOARGS, NULL}, {NULL}};
static PyType_Slot Base_slots[] = {
    {Py_tp_methods, Base_methods},
    {Py_tp_new, Base_new},
    {0, NULL},
};

static PyType_Spec Base_spec = {
    .name = "methods_of_a_final_base.Base",
    .basicsize = sizeof(Base),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Base_slots,
};
static PyObject *
Derived_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return Base_new(type, args, kwargs);
}

static PyType_Slot Derived_slots[] = {
    {Py_tp_new, Derived_new},
    {0, NULL},
};

static PyType_Spec Derived_spec = {
    .name = "methods_of_a_final_base.Derived",
    .basicsize = sizeof(Derived),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Derived_slots,
};

static int
methods_of_a_final_base_traverse(PyObject *module, visitproc visit, void *arg)
{
    methods_of_a_final_base_state *state = get_methods_of_a_final_base_state(module);
    Py_VISIT(state->ShutError);
    Py_VISIT(state->BaseType);
    return 0;
}

static int
methods_of_a_final_base_clear(PyObject *module)
{
    methods_of_a_final_base_state *state = get_methods_of_a_final_base_state(module);
    Py_CLEAR(state->ShutError);
    Py_CLEAR(state->BaseType);
    return 0;
}

static void
methods_of_a_final_base_free(void *module)
{
    methods_of_a_final_base_clear((PyObject *)module);
}

static int methods_of_a_final_base_exec(PyObject *module);

static PyModuleDef_Slot methods_of_a_final_base_slots[] = {
    {Py_mod_exec, methods_of_a_final_base_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "methods_of_a_final_base", NULL, sizeof(methods_of_a_final_base_state),
    NULL, methods_of_a_final_base_slots, methods_of_a_final_base_traverse, methods_of_a_final_base_clear,
    methods_of_a_final_base_free};

static PyTypeObject *
methods_of_a_final_base_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    int is_final = !PyType_HasFeature(base, Py_TPFLAGS_BASETYPE);
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    if (is_final) {
        /* Only types of this module have it as their base. */
        base->tp_flags |= Py_TPFLAGS_BASETYPE;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    if (is_final) {
        base->tp_flags &= ~Py_TPFLAGS_BASETYPE;
    }
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
methods_of_a_final_base_exec(PyObject *module)
{
    methods_of_a_final_base_state *state = get_methods_of_a_final_base_state(module);

    state->BaseType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Base_spec, NULL);
    if (state->BaseType == NULL)
        return -1;
    PyTypeObject *DerivedType = methods_of_a_final_base_new_subtype(module, &Derived_spec, state->BaseType);
    if (DerivedType == NULL)
        return -1;
    state->ShutError = PyErr_NewException("methods_of_a_final_base.ShutError", NULL, NULL);
    Py_XINCREF(state->ShutError);
    PyModule_AddObject(module, "ShutError", state->ShutError);
    Py_INCREF(state->BaseType);
    PyModule_AddObject(module, "Base", (PyObject *)state->BaseType);
    PyModule_AddObject(module, "Derived", (PyObject *)DerivedType);
    return 0;
}

PyMODINIT_FUNC
PyInit_methods_of_a_final_base(void)
{
    return PyModuleDef_Init(&definition);
}
