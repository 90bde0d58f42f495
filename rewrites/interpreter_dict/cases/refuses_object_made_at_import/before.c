#include <Python.h>

static PyObject *ShelfError;

static int
to_size(PyObject *object, void *address)
{
    if (ShelfError == NULL)
        return 0;
    *(Py_ssize_t *)address = PyNumber_AsSsize_t(object, ShelfError);
    return !PyErr_Occurred();
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
    {"size", size, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    ShelfError = PyErr_NewException("shelf.Error", NULL, NULL);
    if (ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
