#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define PREFIX "int"
#define INIT PyInit__intbox
#define ITEM long
#define TO_OBJECT(item) PyLong_FromLong(item)
#define FROM_OBJECT(target, object) ((target) = PyLong_AsLong(object), !PyErr_Occurred())
#define KEEP(item)
#define DROP(item)
#define SUM
#define SORTED

#include "box_template.c"
