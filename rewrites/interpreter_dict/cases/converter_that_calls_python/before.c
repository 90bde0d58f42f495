#include <Python.h>

static PyObject *normaliser;    /* what set_normaliser was given */

static int
to_size(PyObject *object, void *address)
{
    PyObject *number;

    if (normaliser == NULL) {
        *(Py_ssize_t *)address = 0;
        return 1;
    }
    number = PyObject_CallFunctionObjArgs(normaliser, object, NULL);
    if (number == NULL)
        return 0;
    *(Py_ssize_t *)address = PyNumber_AsSsize_t(number, PyExc_OverflowError);
    Py_DECREF(number);
    return !PyErr_Occurred();
}

static PyObject *
set_normaliser(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(normaliser, given);
    Py_RETURN_NONE;
}

static PyObject *
size(PyObject *module, PyObject *args)
{
    Py_ssize_t found;

    if (!PyArg_ParseTuple(args, "O&:size", to_size, &found))
        return NULL;
    return PyLong_FromSsize_t(found);
}

static PyMethodDef methods[] = {
    {"set_normaliser", set_normaliser, METH_O, NULL},
    {"size", size, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
