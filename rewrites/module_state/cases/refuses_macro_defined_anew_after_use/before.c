#include <Python.h>

/* A macro means one thing in the first function, and another in the second. */

#define BOX_ERROR PyExc_ValueError
#define BOX_FAIL(text) PyErr_SetString(BOX_ERROR, text)

static PyObject *box_error;

static PyObject *
close_box(PyObject *module, PyObject *unused)
{
    BOX_FAIL("it is closed");
    return NULL;
}

#undef BOX_FAIL
#define BOX_FAIL(text) PyErr_SetString(box_error, text)

static PyObject *
open_box(PyObject *module, PyObject *key)
{
    if (!PyUnicode_Check(key)) {
        BOX_FAIL("a key is text");
        return NULL;
    }
    Py_INCREF(key);
    return key;
}

static PyMethodDef methods[] = {
    {"close_box", close_box, METH_NOARGS, NULL},
    {"open_box", open_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL) {
        return NULL;
    }
    box_error = PyErr_NewException("boxes.BoxError", NULL, NULL);
    if (box_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
