#include <Python.h>

typedef void (*change_hook)(int);

static change_hook library_hook;
static PyObject *hook;

static void
tell(int what)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *result = PyObject_CallFunction(hook, "i", what);

    if (result == NULL)
        PyErr_WriteUnraisable(hook);
    Py_XDECREF(result);
    PyGILState_Release(gil);
}

static void
on_change(int what)
{
    if (hook != NULL)
        tell(what);
}

static PyObject *
set_hook(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(hook, given);
    library_hook = on_change;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
