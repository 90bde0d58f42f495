#ifndef SHELF_H
#define SHELF_H
#include <Python.h>
#include <stddef.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#define SHELF_INTERNAL
#ifndef WITHOUT_LID
#  define HAVE_LID 1
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *callback;
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Owner_Type;
    PyTypeObject *Lid_Type;
    PyObject *ErrorObject;
} pointers_to_linked_types_state;

extern struct PyModuleDef shelfmodule;

static inline pointers_to_linked_types_state *
get_pointers_to_linked_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pointers_to_linked_types_state *)state;
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

static inline pointers_to_linked_types_state *
get_pointers_to_linked_types_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &shelfmodule);
    assert(module != NULL);
    return get_pointers_to_linked_types_state(module);
}

extern PyType_Spec Box_spec;
#ifdef HAVE_LID
extern PyType_Spec Lid_spec;
#endif

#define BEGIN_CALLBACK_COMMON(retval, callback_name) \
    if (PyErr_Occurred()) { \
        PySys_WriteStderr(#callback_name " has an exception"); \
        return (retval); \
    }
#define BEGIN_CALLBACK(callback_name, retval) BEGIN_CALLBACK_COMMON(retval, callback_name)

#endif
