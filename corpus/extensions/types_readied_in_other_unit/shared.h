#ifndef SHARED_H
#define SHARED_H

/* Included before Python.h by some, so nothing of Python may be needed at this place. */
#define RING_DEFAULT_SIZE 8

#endif
#ifdef Py_PYTHON_H
int ring_init_types(void);
int ring_register(PyObject *module);
#endif
