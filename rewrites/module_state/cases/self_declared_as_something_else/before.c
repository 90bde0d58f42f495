#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Counter;

static PyObject *Error;

/* self is the module, whatever it says: this was a method once. */
static PyObject *
check(Counter *self, PyObject *value)
{
    if (!PyLong_Check(value)) {
        PyErr_SetString(Error, "not an integer");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef cast_methods[] = {
    {"check", (PyCFunction)check, METH_O, "Check a value."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef cast_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cast",
    .m_size = -1,
    .m_methods = cast_methods,
};

PyMODINIT_FUNC
PyInit_cast(void)
{
    PyObject *m = PyModule_Create(&cast_module);

    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("cast.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
