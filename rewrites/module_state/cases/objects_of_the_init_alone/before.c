/* What only the initialisation names needs no state: the module takes it over, or it is released after its last use. */
#include <Python.h>

static PyObject *Error;
static PyObject *Warning;
static PyObject *limit;
static PyObject *Closed;
static PyObject *Base;
static PyObject *Gift;

static PyObject *
fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetNone(Error);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef doors_module = {
    PyModuleDef_HEAD_INIT, "doors", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_doors(void)
{
    PyObject *module = PyModule_Create(&doors_module);
    if (module == NULL)
        return NULL;

    /* One that others derive from, and that nobody is given. */
    Base = PyErr_NewException("doors.Base", NULL, NULL);
    if (Base == NULL)
        goto error;
    Error = PyErr_NewException("doors.Error", Base, NULL);
    if (Error == NULL)
        goto error;

    /* One that the module gets last. */
    Warning = PyErr_NewException("doors.Warning", NULL, NULL);
    if (Warning == NULL)
        goto error;
    if (PyModule_AddStringConstant(module, "version", "1.0") < 0)
        goto error;
    Py_INCREF(Warning);
    if (PyModule_AddObject(module, "Warning", Warning) < 0) {
        Py_DECREF(Warning);
        goto error;
    }

    /* One that is used when the module has it already. */
    Closed = PyErr_NewException("doors.Closed", NULL, NULL);
    if (Closed == NULL) goto error;
    Py_INCREF(Closed);
    if (PyModule_AddObject(module, "Closed", Closed) < 0) goto error;
    if (PyModule_AddObjectRef(module, "Shut", Closed) < 0) goto error;

    /* One of which the module takes references of its own. */
    limit = PyLong_FromLong(4);
    if (!limit)
        goto error;
    if (PyModule_AddObjectRef(module, "limit", limit) < 0)
        goto error;

    /* One that the module got although nothing had counted that. */
    Gift = PyErr_NewException("doors.Gift", NULL, NULL);
    if (Gift == NULL)
        goto error;
    if (PyModule_AddObject(module, "Gift", Gift) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
