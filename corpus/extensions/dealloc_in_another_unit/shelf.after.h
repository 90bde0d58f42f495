#ifndef SHELF_H
#define SHELF_H

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *whole;
} Part;

typedef struct {
    PyTypeObject *Lid_Type;
    PyTypeObject *Box_Type;
} dealloc_in_another_unit_state;

static inline dealloc_in_another_unit_state *
get_dealloc_in_another_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dealloc_in_another_unit_state *)state;
}

extern PyType_Spec Lid_spec;

extern void shelf_dealloc(PyObject *self);
extern PyObject *shelf_part(PyTypeObject *type, PyObject *whole);
extern PyObject *lid(PyObject *module, PyObject *whole);

#endif
