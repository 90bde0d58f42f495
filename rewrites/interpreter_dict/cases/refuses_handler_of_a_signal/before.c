#include <Python.h>
#include <signal.h>

static PyObject *hook;

static void
on_change(int what)
{
    if (hook != NULL)
        Py_CLEAR(hook);
}

static PyObject *
set_hook(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(hook, given);
    signal(SIGINT, on_change);
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
