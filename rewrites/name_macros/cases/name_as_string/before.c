#include <Python.h>

static PyObject *Error;

/* The attribute has the variable's name. */
#define ADD_AS(m, text, object) PyModule_AddObject(m, #text, object)
#define ADD(m, object) ADD_AS(m, object, object)

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m = PyModule_Create(&shelf);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error);
    if (ADD(m, Error) < 0) {
        Py_DECREF(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
