#ifndef MODULE_STATE_H
#define MODULE_STATE_H

#include <Python.h>

/* What each module object keeps. */
typedef struct {
    PyObject *DeckError;
} deck_state;

deck_state *deck_get_state(PyObject *module);

#endif /* MODULE_STATE_H */
