#include <Python.h>

static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, (Py_ssize_t) -1, methods
};

static int
add_error(PyObject *m)
{
    Error = PyErr_NewException("box.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    Py_INCREF(Error);
    return PyModule_AddObject(m, "Error", Error);
}

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    return (add_error(m) == 0) ? m : NULL;
}
