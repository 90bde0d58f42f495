#ifndef COMPAT_H
#define COMPAT_H

#include <Python.h>

#if PY_VERSION_HEX < 0x030A00B1
#define Py_IsNone(object) ((object) == Py_None)
#endif

#endif /* COMPAT_H */
