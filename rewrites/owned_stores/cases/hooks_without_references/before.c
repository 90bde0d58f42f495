#include <Python.h>

static PyObject *hook;
static PyObject *last_result;
static PyObject *names;

/* The caller's argument is all that keeps it. */
static PyObject *
set_hook(PyObject *self, PyObject *args)
{
    PyObject *given;

    if (!PyArg_ParseTuple(args, "O", &given))
        return NULL;
    Py_DECREF(hook);
    hook = given;
    Py_RETURN_NONE;
}

static PyObject *
clear_hook(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    hook = Py_None;
    Py_RETURN_NONE;
}

static PyObject *
call_hook(PyObject *self, PyObject *args)
{
    PyObject *result;

    if (hook == Py_None)
        Py_RETURN_NONE;
    result = PyObject_Call(hook, args, NULL);
    if (result == NULL)
        return NULL;
    last_result = result;
    return result;
}

static PyObject *
get_last(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (last_result == NULL)
        Py_RETURN_NONE;
    Py_INCREF(last_result);
    return last_result;
}

static PyObject *
set_names(PyObject *self, PyObject *given)
{
    PyObject *value = PyDict_Check(given) ? given : NULL;

    names = value;
    return PyBool_FromLong(names != NULL);
}

static PyObject *
has_name(PyObject *self, PyObject *name)
{
    if (names == NULL)
        Py_RETURN_FALSE;
    return PyBool_FromLong(PyDict_Contains(names, name) == 1);
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_VARARGS, NULL},
    {"clear_hook", clear_hook, METH_NOARGS, NULL},
    {"call_hook", call_hook, METH_VARARGS, NULL},
    {"get_last", get_last, METH_NOARGS, NULL},
    {"set_names", set_names, METH_O, NULL},
    {"has_name", has_name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks_without_references", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_hooks_without_references(void)
{
    PyObject *module = PyModule_Create(&hooks_module);

    if (module == NULL)
        return NULL;
    hook = Py_None;
    Py_INCREF(hook);
    return module;
}
