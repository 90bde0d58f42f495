#include <Python.h>
#include <unistd.h>

typedef void (*failure_hook)(void);

static failure_hook library_hook;
static PyObject *hook;

static void
on_failure(void)
{
    PyObject *result;

    if (hook == NULL)
        return;
    result = PyObject_CallFunction(hook, "i", errno);
    if (result == NULL)
        PyErr_WriteUnraisable(hook);
    Py_XDECREF(result);
}

static PyObject *
set_hook(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(hook, given);
    library_hook = on_failure;
    Py_RETURN_NONE;
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    if (close(-1) < 0 && library_hook != NULL)
        library_hook();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
