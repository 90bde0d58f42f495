#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

extern PyTypeObject Entry_Type;

#endif
