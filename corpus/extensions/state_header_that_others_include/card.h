#ifndef CARD_H
#define CARD_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long rank;
} Card;

extern PyTypeObject Card_Type;

/* Returns a new card, or NULL with an exception. */
PyObject *card_new(long rank);

#endif /* CARD_H */
