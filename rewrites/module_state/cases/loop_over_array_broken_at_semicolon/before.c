/* A loop over the array is broken behind a semicolon. */
#include <Python.h>

#define TOO_HIGH 1

static PyObject *limit_errs[TOO_HIGH + 1];
static const char *const names[2] = {"limits.TooLow",
                                     "limits.TooHigh"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(limit_errs[number > 0], value);
    return NULL;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "limits",
    .m_size = -1,
    .m_methods = limits_functions,
};

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&limits_module);
    int i;

    if (module == NULL) {
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        limit_errs[i] = PyErr_NewException(names[i], NULL, NULL);
        Py_XINCREF(limit_errs[i]);
        if (limit_errs[i] == NULL ||
            PyModule_AddObject(module, strrchr(names[i], '.') + 1,
                               limit_errs[i]) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
