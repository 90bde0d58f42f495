/* All that both sources read of the project is a header for builds with longer numbers. */
#include <Python.h>
#include "names.h"

typedef struct {
    PyObject_HEAD
    long width;
} Box;

extern PyTypeObject Box_Type;
extern long box_width(PyObject *);

static PyObject *
boxes_box(PyObject *module, PyObject *width)
{
    long number = PyLong_AsLong(width);
    Box *box;

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    box = PyObject_New(Box, &Box_Type);
    if (box != NULL) {
        box->width = number;
    }
    return (PyObject *)box;
}

static PyObject *
boxes_width(PyObject *module, PyObject *box)
{
    long width = box_width(box);

    return width < 0 ? NULL : PyLong_FromLong(width);
}

static PyMethodDef boxes_methods[] = {
    {"box", boxes_box, METH_O, NULL},
    {"width", boxes_width, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "header_for_some_builds",
    .m_size = -1,
    .m_methods = boxes_methods,
};

PyMODINIT_FUNC
PyInit_header_for_some_builds(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&boxes_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
