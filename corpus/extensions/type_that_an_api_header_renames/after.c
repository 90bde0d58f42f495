#include <Python.h>

#define TINTS_INTERNAL
#include "shared.h"

typedef struct {
    PyObject_HEAD
    int level;
} Tint;

typedef struct {
    PyTypeObject *Tint_Type;
} type_that_an_api_header_renames_state;

static struct PyModuleDef definition;

static inline type_that_an_api_header_renames_state *
get_type_that_an_api_header_renames_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_that_an_api_header_renames_state *)state;
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

static inline type_that_an_api_header_renames_state *
get_type_that_an_api_header_renames_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_type_that_an_api_header_renames_state(module);
}

static inline type_that_an_api_header_renames_state *
get_type_that_an_api_header_renames_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &definition);
        if (module != NULL) {
            return get_type_that_an_api_header_renames_state(module);
        }
        PyErr_Clear();
    }
    return get_type_that_an_api_header_renames_state_by_type(second);
}

/* Subclasses are mixed as well. */
#define Tint_Check(state, o) PyObject_TypeCheck((o), (state)->Tint_Type)

static PyObject *
tint_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int level = 0;
    Tint *self;

    if (!PyArg_ParseTuple(args, "|i:Tint", &level)) {
        return NULL;
    }
    self = (Tint *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->level = level;
    }
    return (PyObject *)self;
}

static PyObject *
tint_mix(PyObject *left, PyObject *right)
{
    type_that_an_api_header_renames_state *state =
        get_type_that_an_api_header_renames_state_by_types(Py_TYPE(left), Py_TYPE(right));

    if (!Tint_Check(state, left) || !Tint_Check(state, right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_CallFunction((PyObject *)state->Tint_Type, "i",
                                 ((Tint *)left)->level + ((Tint *)right)->level);
}

static PyObject *
tint_int(PyObject *self)
{
    return PyLong_FromLong(((Tint *)self)->level);
}

static PyType_Slot Tint_slots[] = {
    {Py_tp_new, tint_new},
    {Py_nb_add, tint_mix},
    {Py_nb_int, tint_int},
    {0, NULL},
};

static PyType_Spec Tint_spec = {
    .name = "type_that_an_api_header_renames.Tint",
    .basicsize = sizeof(Tint),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tint_slots,
};

static int
type_that_an_api_header_renames_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_that_an_api_header_renames_state *state = get_type_that_an_api_header_renames_state(module);
    Py_VISIT(state->Tint_Type);
    return 0;
}

static int
type_that_an_api_header_renames_clear(PyObject *module)
{
    type_that_an_api_header_renames_state *state = get_type_that_an_api_header_renames_state(module);
    Py_CLEAR(state->Tint_Type);
    return 0;
}

static void
type_that_an_api_header_renames_free(void *module)
{
    type_that_an_api_header_renames_clear((PyObject *)module);
}

static int type_that_an_api_header_renames_exec(PyObject *module);

static PyModuleDef_Slot type_that_an_api_header_renames_slots[] = {
    {Py_mod_exec, type_that_an_api_header_renames_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_that_an_api_header_renames",
    .m_size = sizeof(type_that_an_api_header_renames_state),
    .m_traverse = type_that_an_api_header_renames_traverse,
    .m_clear = type_that_an_api_header_renames_clear,
    .m_free = type_that_an_api_header_renames_free,
    .m_slots = type_that_an_api_header_renames_slots,
};

static int
type_that_an_api_header_renames_exec(PyObject *module)
{
    type_that_an_api_header_renames_state *state = get_type_that_an_api_header_renames_state(module);

    state->Tint_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tint_spec, NULL);
    if (state->Tint_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Tint_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_that_an_api_header_renames(void)
{
    return PyModuleDef_Init(&definition);
}
