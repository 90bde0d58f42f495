/* What both sources know. */

#pragma once

int reader_init(void);
PyObject *reader_read(PyObject *text);
