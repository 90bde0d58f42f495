#ifndef COUNTING_H
#define COUNTING_H

#include <Python.h>

/* What a callback gets. */
typedef struct {
    PyObject *list;
    int limit;
} Collected;

static PyObject *error_of(int code);
static int collect(int number, void *data);

/* {{{ Exceptions */
static PyObject *Error;

typedef struct {
    int code;
    char *name;
    PyObject *exception;
} Failure;

static Failure failures[] = {
    {3, "ThreeError", NULL},
    {5, "FiveError", NULL},
    {0, NULL, NULL}
};
/* }}} */

#endif
