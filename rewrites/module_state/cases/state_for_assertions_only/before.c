#include <Python.h>
#include <assert.h>

static PyObject *last;

static PyObject *
check_asserted(PyObject *self, PyObject *value)
{
    assert(last != NULL);
    assert(value != last);
    Py_RETURN_NONE;
}

static PyObject *
check_last(PyObject *self, PyObject *value)
{
    assert(value != last);
    Py_INCREF(last);
    return last;
}

static PyMethodDef check_methods[] = {
    {"asserted", check_asserted, METH_O, NULL},
    {"last", check_last, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef check_module = {
    PyModuleDef_HEAD_INIT, "check", NULL, -1, check_methods
};

PyMODINIT_FUNC
PyInit_check(void)
{
    PyObject *module = PyModule_Create(&check_module);
    if (module == NULL)
        return NULL;
    last = PyList_New(0);
    return module;
}
