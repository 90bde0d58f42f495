#ifndef DEGREES_H
#define DEGREES_H

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static inline PyTypeObject *
subtypes_of_two_units_new_subtype(PyObject *module, PyType_Spec *spec,
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

typedef struct {
    /* Scales of other units. */
    PyTypeObject *Kelvin_Type;

    PyTypeObject *Celsius_Type;
} subtypes_of_two_units_state;

extern struct PyModuleDef degrees_module;

static inline subtypes_of_two_units_state *
get_subtypes_of_two_units_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (subtypes_of_two_units_state *)state;
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

static inline subtypes_of_two_units_state *
get_subtypes_of_two_units_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &degrees_module);
    assert(module != NULL);
    return get_subtypes_of_two_units_state(module);
}

/* Adds Kelvin to the module, and returns -1 if it can't. */
int kelvin_init(PyObject *module);

#endif
