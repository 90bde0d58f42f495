#include "shared.h"

PyObject *TallyError = NULL;
tally *counted = NULL;

static PyObject *
start(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    if (counted == NULL) {
        counted = tally_new();
    }
    if (counted == NULL) {
        PyErr_SetString(TallyError, "no memory");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
stop(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    tally_free(counted);
    counted = NULL;
    Py_RETURN_NONE;
}

static PyObject *
add(PyObject *module, PyObject *argument)
{
    long number = PyLong_AsLong(argument);

    if ((number == -1 && PyErr_Occurred()) || check_number(number) < 0) {
        return NULL;
    }
    return PyLong_FromLong(tally_add(counted, number));
}

static PyMethodDef functions[] = {
    {"start", start, METH_NOARGS, NULL},
    {"stop", stop, METH_NOARGS, NULL},
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "opaque_struct_of_a_library",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_opaque_struct_of_a_library(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    TallyError = PyErr_NewException("opaque_struct_of_a_library.TallyError", NULL, NULL);
    if (TallyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(TallyError);
    if (PyModule_AddObject(module, "TallyError", TallyError) < 0) {
        Py_DECREF(TallyError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
