/* Helpers say by 1 that all went well, and by 0 that not: what follows the first is read as well, where the error that the
   dict owns is given up once more. */
#include <Python.h>

#define KEY_LENGTH 16

static PyObject *BoxError;
static PyObject *LidError;

static PyObject *
open_box(PyObject *self, PyObject *unused)
{
    PyErr_SetNone(BoxError);
    return NULL;
}

static PyObject *
open_lid(PyObject *self, PyObject *unused)
{
    PyErr_SetNone(LidError);
    return NULL;
}

static PyMethodDef methods[] = {
    {"open_box", open_box, METH_NOARGS, NULL},
    {"open_lid", open_lid, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, methods
};

static int
add_box(PyObject *m)
{
    BoxError = PyErr_NewException("boxes.BoxError", NULL, NULL);
    if (BoxError == NULL)
        return 0;

    Py_INCREF(BoxError);
    if (PyModule_AddObject(m, "BoxError", BoxError) < 0)
        goto error;
    if (PyModule_AddIntMacro(m, KEY_LENGTH) < 0)
        goto error;
    return 1;

error:
    Py_DECREF(BoxError);
    return 0;
}

static int
add_lid(PyObject *m)
{
    LidError = PyErr_NewException("boxes.LidError", NULL, NULL);
    if (LidError == NULL)
        return 0;

    Py_INCREF(LidError);
    if (PyModule_AddObject(m, "LidError", LidError) < 0)
        goto error;
    if (PyModule_AddIntMacro(m, KEY_LENGTH) < 0)
        goto error;
    return 1;

error:
    Py_DECREF(LidError);
    return 0;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m = PyModule_Create(&boxes);

    if (m == NULL)
        return NULL;
    if (!add_box(m))
        goto error;
    if (!add_lid(m))
        goto error;
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
