#include <Python.h>

#ifdef WITH_STATE
#define MODULE_STATE_SIZE 64
#else
#define MODULE_STATE_SIZE 0
#endif
#define LIMIT 3

static PyObject *Error;

static PyObject *
m_fail(PyObject *self, PyObject *ignored)
{
    PyErr_Format(Error, "%d", LIMIT);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", m_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    MODULE_STATE_SIZE,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("m.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_CLEAR(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
