#include <Python.h>

typedef struct {
    int what;
} change_t;

typedef void (*change_hook)(void *);

static change_hook library_hook;
static PyObject *hook;

static void
on_change(void *data)
{
    PyObject *result;
    int what = ((change_t *)((void *)data))->what;

    if (hook == NULL)
        return;
    result = PyObject_CallFunction(hook, "i", what);
    if (result == NULL)
        PyErr_WriteUnraisable(hook);
    Py_XDECREF(result);
}

static PyObject *
set_hook(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(hook, given);
    library_hook = on_change;
    Py_RETURN_NONE;
}

static PyObject *
change(PyObject *module, PyObject *unused)
{
    change_t change = {3};

    if (library_hook != NULL)
        library_hook(&change);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"change", change, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
