#ifndef BOXES_H
#define BOXES_H

#include <Python.h>

#ifdef __GNUC__
#  define HIDDEN __attribute__((visibility("hidden")))
#else
#  define HIDDEN
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

/* Any object, kept. */
extern HIDDEN PyTypeObject Box_Type;
extern HIDDEN PyTypeObject Crate_Type;

#endif
