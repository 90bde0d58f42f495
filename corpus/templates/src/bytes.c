#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

typedef struct {
    char text[2];
} two_bytes;

#define PREFIX "bytes"
#define INIT PyInit__bytesbox
#define ITEM two_bytes
#define TO_OBJECT(item) PyBytes_FromStringAndSize((item).text, 2)
#define KEEP(item)
#define DROP(item)

static int
two_of(two_bytes *target, PyObject *object)
{
    if (!PyBytes_Check(object) || PyBytes_GET_SIZE(object) != 2) {
        PyErr_SetString(PyExc_TypeError, "two bytes expected");
        return 0;
    }
    memcpy(target->text, PyBytes_AS_STRING(object), 2);
    return 1;
}

#define FROM_OBJECT(target, object) two_of(&(target), object)

#include "box_template.c"
