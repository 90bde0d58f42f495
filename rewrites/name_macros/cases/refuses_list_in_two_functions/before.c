/* The macro that makes the strings is given to the list in two functions, and only one of them is a method. */
#include <Python.h>

#define NAMES(DO) \
    DO(open) \
    DO(close)
#define DECLARE(name) static PyObject *str_##name;
#define INTERN(name) \
    if ((str_##name = PyUnicode_InternFromString(#name)) == NULL) return NULL;

#define CLEAR(name) Py_CLEAR(str_##name);

NAMES(DECLARE)

static PyObject *
close_all(PyObject *self, PyObject *ignored)
{
    NAMES(CLEAR)
    NAMES(INTERN)
    Py_RETURN_NONE;
}

static PyObject *
reopen(PyObject *self, PyObject *shop)
{
    PyObject *result = PyObject_CallMethodNoArgs(shop, str_close);

    if (result == NULL)
        return NULL;
    Py_DECREF(result);
    return PyObject_CallMethodNoArgs(shop, str_open);
}

static PyMethodDef methods[] = {
    {"reopen", reopen, METH_O, NULL},
    {"close_all", close_all, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "m", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL)
        return NULL;
    NAMES(CLEAR)
    return m;
}
