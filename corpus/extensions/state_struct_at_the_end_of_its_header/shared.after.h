#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double level;
} Tank;

/* What each module keeps for itself. */
struct module_state {
    PyObject *error;
    PyObject *OverflowError;
    PyTypeObject *Tank_Type;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

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

static inline struct module_state *
get_state_struct_at_the_end_of_its_header_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &tanks_module);
    assert(module != NULL);
    return GETSTATE(module);
}

extern PyType_Spec Tank_spec;

PyObject *tank_filled(struct module_state *state, Tank *tank, double amount);

static inline PyObject *
tank_level(struct module_state *state, Tank *tank)
{
    if (tank->level > 100) {
        PyErr_SetString(state->OverflowError, "the tank has run over");
        return NULL;
    }
    return PyFloat_FromDouble(tank->level);
}

#endif
