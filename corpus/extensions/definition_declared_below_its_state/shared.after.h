#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

/* What each module object keeps: how often it was asked. */
typedef struct {
    long asked;
    PyObject *GateError;
} gate_state;

extern struct PyModuleDef gate_module;

static inline gate_state *
get_definition_declared_below_its_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (gate_state *)state;
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

static inline gate_state *
get_definition_declared_below_its_state_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &gate_module);
    assert(module != NULL);
    return get_definition_declared_below_its_state_state(module);
}

extern PyType_Spec Gate_spec;

#endif /* SHARED_H */
