#ifndef BOX_H
#define BOX_H
#include <Python.h>

#ifdef BOX_MODULE
static PyTypeObject Box_Type;
static PyObject *box_made(void);

#define Box_Check(op) (Py_TYPE(op) == &Box_Type)
#else
static void **Box_API;

#define Box_Check(op) (Py_TYPE(op) == (PyTypeObject *)Box_API[0])

static int
import_box(void)
{
    Box_API = (void **)PyCapsule_Import("own_half_of_an_api_header.API", 0);
    return Box_API == NULL ? -1 : 0;
}
#endif

#endif
