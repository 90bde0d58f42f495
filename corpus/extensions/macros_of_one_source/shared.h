/* What both sources know. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} BoxObject;

extern PyTypeObject Box_Type;
extern PyTypeObject Lid_Type;
