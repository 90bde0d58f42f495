#ifndef LOOPS_H
#define LOOPS_H

#include <Python.h>

typedef void (*loops_function)(void);

#ifdef LOOPS_MODULE

extern PyObject *Loop_New(int (*step)(void *), void (*drop)(void *),
                          void *data);

#else

static loops_function *loops_api;

#define Loop_New \
    (*(PyObject *(*)(int (*)(void *), void (*)(void *), void *))loops_api[1])

#endif

#endif
