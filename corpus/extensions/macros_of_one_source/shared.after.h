/* What both sources know. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int is_open;
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;
} macros_of_one_source_state;

extern struct PyModuleDef macros_of_one_source_module_definition;

static inline macros_of_one_source_state *
get_macros_of_one_source_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macros_of_one_source_state *)state;
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

static inline macros_of_one_source_state *
get_macros_of_one_source_state_by_type(PyTypeObject *type)
{
    PyObject *module =
        PyType_GetModuleByDef(type, &macros_of_one_source_module_definition);
    assert(module != NULL);
    return get_macros_of_one_source_state(module);
}

extern PyType_Spec Lid_spec;

#define Box_Check(state, op) PyObject_TypeCheck(op, (state)->Box_Type)
