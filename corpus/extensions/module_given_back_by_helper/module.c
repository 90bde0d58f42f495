#include <Python.h>

/* A function fills the module that it is given, and gives it back, or NULL. */

static PyObject *RangeError;
static PyObject *limits;

static PyObject *
check(PyObject *module, PyObject *number)
{
    PyObject *most = PyDict_GetItemString(limits, "most");
    int is_less = PyObject_RichCompareBool(number, most, Py_LE);

    if (is_less < 0)
        return NULL;
    if (!is_less)
        return PyErr_Format(RangeError, "%R is more than %R", number, most);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module_given_back_by_helper", NULL, -1, methods
};

static PyObject *
add_errors(PyObject *module)
{
    RangeError = PyErr_NewException("module_given_back_by_helper.RangeError", PyExc_ValueError, NULL);
    if (RangeError == NULL)
        goto error;
    Py_INCREF(RangeError);
    if (PyModule_AddObject(module, "RangeError", RangeError) < 0) {
        Py_DECREF(RangeError);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}

static PyObject *
fill(PyObject *module)
{
    PyObject *most = PyLong_FromLong(99);

    limits = PyDict_New();
    if (limits == NULL || most == NULL || PyDict_SetItemString(limits, "most", most) < 0) {
        Py_XDECREF(most);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(most);
    return (PyObject *)module;
}

PyMODINIT_FUNC
PyInit_module_given_back_by_helper(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add_errors(module) == NULL)
        return NULL;
    return fill(module);
}
