/* Box is declared behind a function that needs the state as well: its field only needs a tag, and Box has none. */
#include <Python.h>

static PyObject *
shelf_last(PyObject *module, PyObject *ignored);

static PyMethodDef shelf_methods[] = {
    {"last", shelf_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, shelf_methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static Box *last;

static PyObject *
shelf_last(PyObject *module, PyObject *ignored)
{
    PyObject *found = last != NULL ? (PyObject *)last : Py_None;

    Py_INCREF(found);
    return found;
}
