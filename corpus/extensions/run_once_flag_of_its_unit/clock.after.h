#ifndef CLOCK_H
#define CLOCK_H

#include <Python.h>

typedef struct {
    /* What clocks ask their source for. */
    PyObject *str_now;
} run_once_flag_of_its_unit_state;

extern struct PyModuleDef run_once_flag_of_its_unit_moduledef;

static inline run_once_flag_of_its_unit_state *
get_run_once_flag_of_its_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (run_once_flag_of_its_unit_state *)state;
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

static inline run_once_flag_of_its_unit_state *
get_run_once_flag_of_its_unit_state_by_type(PyTypeObject *type)
{
    PyObject *module =
        PyType_GetModuleByDef(type, &run_once_flag_of_its_unit_moduledef);
    assert(module != NULL);
    return get_run_once_flag_of_its_unit_state(module);
}

typedef struct {
    PyObject_HEAD
    PyObject *source;
} Clock;

int Clock_intern_strings(run_once_flag_of_its_unit_state *state);

extern PyType_Spec ClockType_spec;

#endif
