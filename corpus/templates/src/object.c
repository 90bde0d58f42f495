#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define PREFIX "object"
#define INIT PyInit__objectbox
#define ITEM PyObject *
#define ITEM_IS_OBJECT
#define TO_OBJECT(item) Py_NewRef(item)
#define FROM_OBJECT(target, object) ((target) = (object), 1)
#define KEEP(item) Py_INCREF(item)
#define DROP(item) Py_DECREF(item)
#define SORTED

#if PY_VERSION_HEX < 0x030A0000
static inline PyObject *
Py_NewRef(PyObject *object)
{
    Py_INCREF(object);
    return object;
}
#endif

#include "box_template.c"
