#ifndef BOX_H
#define BOX_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} type_behind_pointer_state;

extern struct PyModuleDef boxes_module;

static inline type_behind_pointer_state *
get_type_behind_pointer_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_behind_pointer_state *)state;
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

static inline type_behind_pointer_state *
get_type_behind_pointer_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &boxes_module);
    assert(module != NULL);
    return get_type_behind_pointer_state(module);
}

#define Box_Check(state, op) PyObject_TypeCheck((op), (state)->Box_Type)

int Box_Register(PyObject* package);

#endif
