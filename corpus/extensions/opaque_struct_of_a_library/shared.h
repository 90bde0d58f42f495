#ifndef SHARED_H
#define SHARED_H

#include <Python.h>
#include "library.h"

extern PyObject *TallyError;

/* What is counted, once something is. */
extern tally *counted;

int check_number(long number);

#endif
