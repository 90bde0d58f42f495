#include <Python.h>

static int
add_number(PyObject *owner, const char *name, long value)
{
    PyObject *number = PyLong_FromLong(value);

    if (number == NULL || PyObject_SetAttrString(owner, name, number) < 0) {
        Py_XDECREF(number);
        Py_DECREF(owner);  /* the module at import, something else later */
        return -1;
    }
    Py_DECREF(number);
    return 0;
}

static PyObject *
width_mark(PyObject *module, PyObject *arg)
{
    Py_INCREF(arg);
    if (add_number(arg, "mark", 1) < 0)
        return NULL;
    return arg;
}

static PyMethodDef width_methods[] = {
    {"mark", width_mark, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef widthmodule = {
    PyModuleDef_HEAD_INIT, "width", NULL, 0, width_methods
};

PyMODINIT_FUNC
PyInit_width(void)
{
    PyObject *module = PyModule_Create(&widthmodule);
    if (module == NULL)
        return NULL;
    if (add_number(module, "WIDE", 2) < 0)
        return NULL;
    return module;
}
