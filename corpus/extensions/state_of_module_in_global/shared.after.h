#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

struct reader_state {
    PyObject *ReaderError;
    PyObject *ProtocolError;
};

#define GET_STATE(m) ((struct reader_state *)PyModule_GetState(m))

extern struct PyModuleDef reader_def;

#if PY_VERSION_HEX < 0x030B0000
static inline PyObject *PyType_GetModuleByDef(PyTypeObject *type,
                                              struct PyModuleDef *def) {
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

static inline struct reader_state *
get_state_of_module_in_global_state_by_type(PyTypeObject *type) {
    PyObject *module = PyType_GetModuleByDef(type, &reader_def);
    assert(module != NULL);
    return GET_STATE(module);
}

typedef struct {
    PyObject_HEAD
    PyObject *error_class;
} Reader;

extern PyType_Spec Reader_spec;

#endif
