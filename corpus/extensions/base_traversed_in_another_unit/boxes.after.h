#ifndef BOXES_H
#define BOXES_H

#include <Python.h>

#ifdef __GNUC__
#  define HIDDEN __attribute__((visibility("hidden")))
#else
#  define HIDDEN
#endif

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} base_traversed_in_another_unit_state;

extern struct PyModuleDef boxes_module;

static inline base_traversed_in_another_unit_state *
get_base_traversed_in_another_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (base_traversed_in_another_unit_state *)state;
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

static inline base_traversed_in_another_unit_state *
get_base_traversed_in_another_unit_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &boxes_module);
    assert(module != NULL);
    return get_base_traversed_in_another_unit_state(module);
}

/* Any object, kept. */
HIDDEN int box_traverse(Box *self, visitproc visit, void *arg);
HIDDEN int box_clear(Box *self);
HIDDEN void box_dealloc(Box *self);
extern PyType_Spec Crate_spec;

#endif
