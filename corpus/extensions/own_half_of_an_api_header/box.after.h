#ifndef BOX_H
#define BOX_H
#include <Python.h>

typedef struct {
    PyTypeObject *Box_Type;
} own_half_of_an_api_header_state;

static inline own_half_of_an_api_header_state *
get_own_half_of_an_api_header_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (own_half_of_an_api_header_state *)state;
}

#ifdef BOX_MODULE
static PyObject *box_made(own_half_of_an_api_header_state *state);

#define Box_Check(state, op) (Py_TYPE(op) == (state)->Box_Type)
#else
static void **Box_API;

#define Box_Check(op) (Py_TYPE(op) == (PyTypeObject *)Box_API[0])

static int
import_box(void)
{
    Box_API = (void **)PyCapsule_Import("own_half_of_an_api_header.API", 0);
    return Box_API == NULL ? -1 : 0;
}
#endif

#endif
