#include <Python.h>

static int can_seek = -1;
static PyObject *Error;

static PyObject *
seek(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (!can_seek) {
        PyErr_SetString(Error, "can't seek");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef checks_methods[] = {
    {"seek", seek, METH_NOARGS, "Seek."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef checks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "checks",
    .m_size = -1,
    .m_methods = checks_methods,
};

PyMODINIT_FUNC
PyInit_checks(void)
{
    can_seek = Py_GETENV("NOSEEK") == NULL;

    if (Py_GETENV("NOIMPORT") != NULL) {
        PyErr_SetString(PyExc_ImportError, "not here");
        return NULL;
    }

    PyObject *m;

    m = PyModule_Create(&checks_module);
    if (m == NULL)
        return NULL;

    Error = PyErr_NewException("checks.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_DECREF(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
