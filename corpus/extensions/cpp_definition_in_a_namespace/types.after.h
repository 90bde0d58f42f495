#pragma once
#include <Python.h>

#ifdef _MSC_VER
#define PACK(declaration) __pragma(pack(push, 1)) declaration __pragma(pack(pop))
#else
#define PACK(declaration) declaration __attribute__((__packed__))
#endif

typedef struct {
    PyObject *full_str;
    bool made;
    PyTypeObject *Box_type;
} cpp_definition_in_a_namespace_state;

PyModuleDef *cpp_definition_in_a_namespace_definition();

static inline cpp_definition_in_a_namespace_state *
get_cpp_definition_in_a_namespace_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_definition_in_a_namespace_state *)state;
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

static inline cpp_definition_in_a_namespace_state *
get_cpp_definition_in_a_namespace_state_by_type(PyTypeObject *type)
{
    PyObject *module =
        PyType_GetModuleByDef(type, cpp_definition_in_a_namespace_definition());
    assert(module != NULL);
    return get_cpp_definition_in_a_namespace_state(module);
}

namespace shelf
{

PACK(struct Lids
{
    char small;
    int large;
});

struct Box
{
    PyObject_HEAD
    Lids lids;

    static PyType_Spec spec;

    static bool ready(cpp_definition_in_a_namespace_state *state,
                      PyObject *module);
};

bool init_names(cpp_definition_in_a_namespace_state *state);

} // namespace shelf
