#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double level;
} Tank;

extern PyType_Spec Tank_spec;

typedef struct module_state module_state_t;

/* Return the level of a tank, or raise OverflowError. */
PyObject *tank_filled(module_state_t *state, Tank *tank, double amount);

/* What each module keeps for itself. */
struct module_state {
    PyObject *error;
#ifdef Py_GIL_DISABLED
    PyMutex lock;
#endif
    PyObject *OverflowError;
    PyTypeObject *Tank_Type;
};

#define GETSTATE(m) ((module_state_t *)PyModule_GetState(m))

extern struct PyModuleDef tanks_module;

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

static inline module_state_t *
get_state_struct_below_its_prototypes_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &tanks_module);
    assert(module != NULL);
    return GETSTATE(module);
}

#endif
