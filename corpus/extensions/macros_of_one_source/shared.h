/* What both sources know. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} BoxObject;

extern PyTypeObject Box_Type;
extern PyTypeObject Lid_Type;

#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)
