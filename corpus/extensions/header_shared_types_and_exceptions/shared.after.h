#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

/* What can go wrong. STORE_GONE is an old name of STORE_CLOSED. */
enum {
    STORE_FULL = 1,
    STORE_CLOSED = 2,
    STORE_GONE = 2,
    STORE_CODES
};

typedef struct {
    PyObject_HEAD
    PyObject *items;        /* list; NULL when closed */
} StoreObject;

typedef struct {
    PyObject *store_errors[STORE_CODES];
    PyTypeObject *Store_Type;
} header_shared_types_and_exceptions_state;

static inline header_shared_types_and_exceptions_state *
get_header_shared_types_and_exceptions_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (header_shared_types_and_exceptions_state *)state;
}

static inline header_shared_types_and_exceptions_state *
get_header_shared_types_and_exceptions_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (header_shared_types_and_exceptions_state *)state;
}

extern PyType_Spec Store_spec;

#define Store_Check(state, o) PyObject_TypeCheck((o), (state)->Store_Type)

PyObject *store_error(header_shared_types_and_exceptions_state *state,
                      int code);
int add_errors(PyObject *module);
PyObject *new_store(header_shared_types_and_exceptions_state *state);

#endif
