#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;
} macro_repeated_by_a_source_state;

extern struct PyModuleDef macro_repeated_by_a_source_definition;

static inline macro_repeated_by_a_source_state *
get_macro_repeated_by_a_source_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macro_repeated_by_a_source_state *)state;
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

static inline macro_repeated_by_a_source_state *
get_macro_repeated_by_a_source_state_by_type(PyTypeObject *type)
{
    PyObject *module =
        PyType_GetModuleByDef(type, &macro_repeated_by_a_source_definition);
    assert(module != NULL);
    return get_macro_repeated_by_a_source_state(module);
}

extern PyType_Spec Box_spec;
#define Box_Check(state, op) PyObject_TypeCheck(op, (state)->Box_Type)
#define Box_CheckExact(state, op) (Py_TYPE(op) == (state)->Box_Type)

#endif
