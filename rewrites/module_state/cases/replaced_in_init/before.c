#include <Python.h>

static PyObject *names;
static PyObject *copy;

static PyObject *
get_names(PyObject *module, PyObject *unused)
{
    Py_INCREF(names);
    return names;
}

static PyObject *
get_copy(PyObject *module, PyObject *unused)
{
    Py_INCREF(copy);
    return copy;
}

static PyMethodDef methods[] = {
    {"get_names", get_names, METH_NOARGS, NULL},
    {"get_copy", get_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "replaced_in_init", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_replaced_in_init(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    Py_XSETREF(names, PyList_New(0));
    if (names == NULL)
        return NULL;
    Py_XSETREF(copy, names);
    return module;
}
