/* The entry does something before its helper makes the module: that belongs to the initialisation. */
#include <Python.h>

static PyObject *Error;
static int prepared;

static int
prepare(void)
{
    prepared = 1;
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
get(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(Error);
    return Error;
}

static PyMethodDef functions[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "first_statements_of_the_entry", NULL, -1, functions
};

static PyObject *
make_module(void)
{
    PyObject *module;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("first_statements_of_the_entry.Error", NULL, NULL);
    return module;
}

PyMODINIT_FUNC
PyInit_first_statements_of_the_entry(void)
{
    if (prepare() < 0) {
        return NULL;  /* Nothing is made then. */
    }
    return make_module();
}
