/* What both sources know. */
#include <Python.h>

int reader_init(void);
PyObject *reader_read(PyObject *text);
