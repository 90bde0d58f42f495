/* What both sources know. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} BoxObject;

extern PyTypeObject Box_Type;
extern PyTypeObject Lid_Type;

/* Of a derived type as well. */
#define CHECK_OPEN(self) \
    do { \
        if (!((BoxObject *)(self))->is_open) { \
            PyErr_Format(PyExc_ValueError, Py_IS_TYPE(self, &Box_Type) ? "the box is shut" : "%R is shut", self); \
            return NULL; \
        } \
    } while (0)
