#include <Python.h>

#define INSIDE_WEIGHTS
#include "weights.h"

typedef struct {
    PyTypeObject *Weight_Type;
    Weights_API api;
} half_for_other_extensions_state;

static inline half_for_other_extensions_state *
get_half_for_other_extensions_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (half_for_other_extensions_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_half_for_other_extensions(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "half_for_other_extensions");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "half_for_other_extensions",
                                      modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline half_for_other_extensions_state *
find_half_for_other_extensions_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "half_for_other_extensions");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "half_for_other_extensions is not imported any more");
        return NULL;
    }
    return get_half_for_other_extensions_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline half_for_other_extensions_state *
import_half_for_other_extensions_state(void)
{
    half_for_other_extensions_state *state =
        find_half_for_other_extensions_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("half_for_other_extensions");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_half_for_other_extensions_state(module);
}

static PyObject *
weight_from_long(half_for_other_extensions_state *state, long grams)
{
    Weight *self =
        (Weight *)state->Weight_Type->tp_alloc(state->Weight_Type, 0);

    if (self != NULL) {
        self->grams = grams;
    }
    return (PyObject *)self;
}

static PyObject *
weight_of(PyObject *self, PyObject *grams)
{
    half_for_other_extensions_state *state =
        get_half_for_other_extensions_state(self);
    long number = PyLong_AsLong(grams);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return weight_from_long(state, number);
}

static PyObject *
weight_int(PyObject *self)
{
    return PyLong_FromLong(((Weight *)self)->grams);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Weight_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Weight_methods[] = {
    {"__reduce__", Weight_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Weight_slots[] = {
    {Py_nb_int, weight_int},
    {Py_tp_methods, Weight_methods},
    {0, NULL},
};

static PyType_Spec Weight_spec = {
    .name = "half_for_other_extensions.Weight",
    .basicsize = sizeof(Weight),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Weight_slots,
};

static PyMethodDef weights_methods[] = {
    {"weight", weight_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
half_for_other_extensions_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    half_for_other_extensions_state *state =
        get_half_for_other_extensions_state(module);
    Py_VISIT(state->Weight_Type);
    return 0;
}

static int
half_for_other_extensions_clear(PyObject *module)
{
    half_for_other_extensions_state *state =
        get_half_for_other_extensions_state(module);
    Py_CLEAR(state->Weight_Type);
    return 0;
}

static void
half_for_other_extensions_free(void *module)
{
    half_for_other_extensions_clear((PyObject *)module);
}

static int half_for_other_extensions_exec(PyObject *module);

static PyModuleDef_Slot half_for_other_extensions_slots[] = {
    {Py_mod_exec, half_for_other_extensions_exec},
    {Py_mod_exec, keep_half_for_other_extensions},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "half_for_other_extensions",
    .m_size = sizeof(half_for_other_extensions_state),
    .m_methods = weights_methods,
    .m_traverse = half_for_other_extensions_traverse,
    .m_clear = half_for_other_extensions_clear,
    .m_free = half_for_other_extensions_free,
    .m_slots = half_for_other_extensions_slots,
};

static PyObject *
weight_from_long_capi(long grams)
{
    half_for_other_extensions_state *state =
        import_half_for_other_extensions_state();

    if (state == NULL) {
        return NULL;
    }
    return weight_from_long(state, grams);
}

static int
half_for_other_extensions_exec(PyObject *module)
{
    half_for_other_extensions_state *state =
        get_half_for_other_extensions_state(module);
    PyObject *capsule;

    state->Weight_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Weight_spec, NULL);
    if (state->Weight_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Weight_Type) < 0) {
        return -1;
    }
    state->api = (Weights_API){
        state->Weight_Type,
        weight_from_long_capi,
    };
    capsule = PyCapsule_New(&state->api, "half_for_other_extensions._API",
                            NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_half_for_other_extensions(void)
{
    return PyModuleDef_Init(&definition);
}
