#include <Python.h>

static PyObject *FullError;
static double values[100];
static int depth;
static struct { long key; PyObject *hook; } hooks[4];
static int n_hooks;
static int calls;

static PyObject *
push(PyObject *module, PyObject *arg)
{
    double value = PyFloat_AsDouble(arg);

    if (value == -1.0 && PyErr_Occurred())
        return NULL;
    if (depth == 100) {
        PyErr_SetString(FullError, "no room is left");
        return NULL;
    }
    values[depth++] = value;
    Py_RETURN_NONE;
}

static PyObject *
sum(PyObject *module, PyObject *ignored)
{
    double result = 0;
    int i;

    calls++;
    for (i = 0; i < depth; i++)
        result += values[i];
    return PyFloat_FromDouble(result);
}

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(calls);
}

static PyObject *
find_hook(PyObject *module, PyObject *arg)
{
    long key = PyLong_AsLong(arg);
    int i;

    for (i = 0; i < n_hooks; i++) {
        if (hooks[i].key == key) {
            Py_INCREF(hooks[i].hook);
            return hooks[i].hook;
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
add_hook(PyObject *module, PyObject *hook)
{
    void *entry = &hooks[n_hooks];

    if (n_hooks == 4) {
        PyErr_SetString(FullError, "no room is left");
        return NULL;
    }
    Py_INCREF(hook);
    hooks[n_hooks].key = (long)entry;
    hooks[n_hooks++].hook = hook;
    return PyLong_FromVoidPtr(entry);
}

static PyMethodDef methods[] = {
    {"push", push, METH_O, NULL},
    {"sum", sum, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"add_hook", add_hook, METH_O, NULL},
    {"find_hook", find_hook, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef stack_module = {
    PyModuleDef_HEAD_INIT, "stack", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_stack(void)
{
    PyObject *m = PyModule_Create(&stack_module);

    if (m == NULL)
        return NULL;
    FullError = PyErr_NewException("stack.FullError", NULL, NULL);
    Py_XINCREF(FullError);
    if (PyModule_AddObject(m, "FullError", FullError) < 0) {
        Py_XDECREF(FullError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
