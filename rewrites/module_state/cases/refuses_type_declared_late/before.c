/* Box is declared behind a function that needs the state as well, and its name is the tag of another struct. */
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

struct Box {
    int height;
};

typedef struct {
    PyObject_HEAD
    struct Box inner;
} Box;

static Box *last;

static PyObject *
shelf_last(PyObject *module, PyObject *ignored)
{
    PyObject *found = last != NULL ? (PyObject *)last : Py_None;

    Py_INCREF(found);
    return found;
}
