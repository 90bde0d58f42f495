#ifndef CARD_H
#define CARD_H

#include <Python.h>
#include "module_state.h"

typedef struct {
    PyObject_HEAD
    long rank;
} Card;

extern PyType_Spec Card_spec;

/* Returns a new card, or NULL with an exception. */
PyObject *card_new(deck_state *state, long rank);

#endif /* CARD_H */
