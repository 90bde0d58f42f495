#ifndef SHELF_H
#define SHELF_H
#include <Python.h>
#include <stddef.h>

#define SHELF_INTERNAL
#ifndef WITHOUT_LID
#  define HAVE_LID 1
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *callback;
} BoxObject;

extern PyTypeObject Box_Type;
#ifdef HAVE_LID
extern PyTypeObject Lid_Type;
#endif

extern PyTypeObject *p_Box_Type;
#ifdef HAVE_LID
extern PyTypeObject *p_Lid_Type;
#endif
extern PyObject *ErrorObject;

#define BEGIN_CALLBACK_COMMON(retval, callback_name) \
    if (PyErr_Occurred()) { \
        PySys_WriteStderr(#callback_name " has an exception"); \
        return (retval); \
    }
#define BEGIN_CALLBACK(callback_name, retval) BEGIN_CALLBACK_COMMON(retval, callback_name)

#endif
