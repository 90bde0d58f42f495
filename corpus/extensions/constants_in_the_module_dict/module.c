/* Constants are set in the module's dictionary, which takes references of its own; nobody tests the exception. */
#include <Python.h>

static PyObject *LimitError;

static PyObject *
check(PyObject *self, PyObject *args)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    if (value > 70000) {
        PyErr_SetString(LimitError, "too much");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_VARARGS, "Raise Error if a number is too large."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "constants_in_the_module_dict", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_constants_in_the_module_dict(void)
{
    PyObject *m = PyModule_Create(&definition);
    PyObject *d;

    if (m == NULL) {
        return NULL;
    }
    d = PyModule_GetDict(m);
    LimitError = PyErr_NewException("constants_in_the_module_dict.Error", NULL, NULL);
    PyDict_SetItemString(d, "Error", LimitError);
    PyDict_SetItemString(d, "LIMIT", PyLong_FromLong(70000));
    PyDict_SetItemString(d, "NAMES", Py_BuildValue("[ss]", "lower", "upper"));
    PyDict_SetItemString(d, "VERSION", PyUnicode_FromString("1.2"));
    return m;
}
