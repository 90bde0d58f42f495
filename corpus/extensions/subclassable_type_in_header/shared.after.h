#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double amount;
} AmountObject;

typedef struct {
    /* A variable and a function with the names that other.c has as well. */
    PyObject *zero;

    PyObject *AmountError;
    PyObject *other_zero;
    PyTypeObject *Amount_Type;
    PyTypeObject *Fee_Type;
} subclassable_type_in_header_state;

extern struct PyModuleDef subclassable_type_in_header_definition;

static inline subclassable_type_in_header_state *
get_subclassable_type_in_header_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (subclassable_type_in_header_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static inline PyObject *
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

static inline subclassable_type_in_header_state *
get_subclassable_type_in_header_state_by_type(PyTypeObject *type)
{
    PyObject *module =
        PyType_GetModuleByDef(type, &subclassable_type_in_header_definition);
    assert(module != NULL);
    return get_subclassable_type_in_header_state(module);
}

static inline subclassable_type_in_header_state *
get_subclassable_type_in_header_state_by_types(PyTypeObject *first,
                                               PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(
            first, &subclassable_type_in_header_definition);
        if (module != NULL) {
            return get_subclassable_type_in_header_state(module);
        }
        PyErr_Clear();
    }
    return get_subclassable_type_in_header_state_by_type(second);
}

extern PyType_Spec Amount_spec;
extern PyType_Spec Fee_spec;

#define Amount_Check(state, op) PyObject_TypeCheck((op), (state)->Amount_Type)

/* Both units raise, so this is here. */
static inline int
amount_value(subclassable_type_in_header_state *state, PyObject *op,
             double *value)
{
    if (!Amount_Check(state, op)) {
        PyErr_Format(state->AmountError, "%.50s is no amount",
                     Py_TYPE(op)->tp_name);
        return -1;
    }
    *value = ((AmountObject *)op)->amount;
    return 0;
}

PyObject *amount_sum(subclassable_type_in_header_state *state,
                     PyObject *items);

#endif
