/* A call that gets too long breaks between its arguments. */
#include <Python.h>

static PyObject *RangeError;

#define CHECK(condition, message)                    \
    if (!(condition)) {                              \
        PyErr_SetString(RangeError, (message));      \
        return NULL;                                 \
    }

static PyObject *
byte_of(PyObject *self, PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    CHECK(value >= -128 && value <= 127, "this is out of range (-128..127)");
    return PyLong_FromLong(value & 255);
}

static PyMethodDef methods[] = {
    {"byte_of", byte_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "bytes_of", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_bytes_of(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    RangeError = PyErr_NewException("bytes_of.RangeError", NULL, NULL);
    if (RangeError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(RangeError);
    if (PyModule_AddObject(module, "RangeError", RangeError) < 0) {
        Py_DECREF(RangeError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
