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

extern PyTypeObject Store_Type;
extern PyObject *store_errors[STORE_CODES];

#define Store_Check(o) PyObject_TypeCheck((o), &Store_Type)

PyObject *store_error(int code);
int add_errors(PyObject *module);
PyObject *new_store(void);

#endif
