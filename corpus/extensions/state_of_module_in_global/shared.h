#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

struct reader_state {
    PyObject *ReaderError;
    PyObject *ProtocolError;
};

#define GET_STATE(m) ((struct reader_state *)PyModule_GetState(m))

/* Keep the module around for other classes to access its state. */
extern PyObject *reader_module;
#define READER_STATE (GET_STATE(reader_module))

typedef struct {
    PyObject_HEAD
    PyObject *error_class;
} Reader;

extern PyTypeObject Reader_Type;

#endif
