/* Functions begin on the lines of their braces, one of them with a comment. */
#include <Python.h>

static PyObject *EmptyError;

static PyObject *
shelf_take(PyObject *module, PyObject *Py_UNUSED(ignored))
{   PyErr_SetString(EmptyError, "there is nothing");
    return NULL;
}

static PyObject *
shelf_error(PyObject *module, PyObject *Py_UNUSED(ignored)) { /* For subclasses. */ Py_INCREF(EmptyError);
    return EmptyError;
}

static PyObject *
shelf_same(PyObject *module, PyObject *object) { /* At once. */ return PyBool_FromLong(object == EmptyError); }

static PyMethodDef shelf_functions[] = {
    {"take", shelf_take, METH_NOARGS, NULL},
    {"error", shelf_error, METH_NOARGS, NULL},
    {"same", shelf_same, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "first_statements_behind_braces", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_first_statements_behind_braces(void)
{   PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    EmptyError = PyErr_NewException("first_statements_behind_braces.EmptyError", NULL, NULL);
    if (EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(module, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
