#include <Python.h>

/* Macros that mark parameters as unused, each in its way: what the body is given has the name that was written. */

#ifdef __GNUC__
#  define UNUSED(x) UNUSED_ ## x __attribute__((__unused__))
#else
#  define UNUSED(x) UNUSED_ ## x
#endif
#define unused_arg(x) x __attribute__((__unused__))

static PyObject *Error;

static PyObject *
pasted(PyObject *UNUSED(self), PyObject *args)
{
    PyErr_SetString(Error, "pasted");
    return NULL;
}

static PyObject *
marked(PyObject *unused_arg(self), PyObject *args)
{
    PyErr_SetString(Error, "marked");
    return NULL;
}

static PyObject *
hidden(PyObject *UNUSED(self), PyObject *args)
{
    PyObject *self = args;

    PyErr_SetObject(Error, self);
    return NULL;
}

static PyObject *
used(PyObject *UNUSED(self), PyObject *args)
{
    PyErr_SetObject(Error, UNUSED_self);
    return NULL;
}

static PyMethodDef functions[] = {
    {"pasted", pasted, METH_NOARGS, NULL},
    {"marked", marked, METH_NOARGS, NULL},
    {"hidden", hidden, METH_O, NULL},
    {"used", used, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("module.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Error);
    PyModule_AddObject(module, "Error", Error);
    return module;
}
