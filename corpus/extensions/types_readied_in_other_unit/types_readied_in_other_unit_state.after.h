#ifndef TYPES_READIED_IN_OTHER_UNIT_STATE_H
#define TYPES_READIED_IN_OTHER_UNIT_STATE_H

#include <Python.h>

typedef struct {
    PyTypeObject *Ring_Type;
    PyTypeObject *RingIter_Type;
} types_readied_in_other_unit_state;

extern struct PyModuleDef ring_module;

static inline types_readied_in_other_unit_state *
get_types_readied_in_other_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_readied_in_other_unit_state *)state;
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

static inline types_readied_in_other_unit_state *
get_types_readied_in_other_unit_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &ring_module);
    assert(module != NULL);
    return get_types_readied_in_other_unit_state(module);
}

#endif /* TYPES_READIED_IN_OTHER_UNIT_STATE_H */
