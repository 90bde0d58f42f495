#include <Python.h>

static PyObject *ReadError, *WriteError, *SeekError;
static PyObject *registry;
static PyObject *pending, *finished;

static PyObject *
fail(PyObject *self, PyObject *code)
{
    long number = PyLong_AsLong(code);
    PyObject *error = number == 0 ? ReadError : number == 1 ? WriteError : SeekError;

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetString(error, "failed");
    return NULL;
}

static PyObject *
get_registry(PyObject *self, PyObject *unused)
{
    Py_INCREF(registry);
    return registry;
}

static PyObject *
get_shared(PyObject *self, PyObject *unused)
{
    return PyTuple_Pack(2, pending, finished);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, "fail(code)"},
    {"registry", get_registry, METH_NOARGS, NULL},
    {"shared", get_shared, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "stored_and_given_away_at_once", NULL, -1, functions,
};

PyMODINIT_FUNC
PyInit_stored_and_given_away_at_once(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL) {
        return NULL;
    }
    if ((ReadError = PyErr_NewException("stored.ReadError", NULL, NULL)) == NULL ||
        PyModule_AddObject(module, "ReadError", ReadError) < 0)
        goto error;
    if ((WriteError = PyErr_NewException("stored.WriteError", NULL, NULL)) != NULL)
        PyModule_AddObject(module, "WriteError", WriteError);
    SeekError = PyErr_NewException("stored.SeekError", WriteError, NULL);
    if (SeekError == NULL || PyModule_AddObject(module, "SeekError", SeekError) < 0)
        goto error;
    /* Nothing of this list is ever taken out. */
    PyModule_AddObject(module, "REGISTRY", registry = PyList_New(0));
    if (registry == NULL)
        goto error;
    pending = finished = PyList_New(0);
    if (pending == NULL)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
