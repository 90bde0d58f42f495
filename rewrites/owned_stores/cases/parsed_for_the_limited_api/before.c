#define Py_LIMITED_API 0x030D0000
/* The limited API has no Py_XSETREF: what a global held is cleared first. */
#include <Python.h>

static PyObject *add_hook;
static PyObject *drop_hook = NULL;
static PyObject *last = NULL;

static PyObject *
set_hooks(PyObject *self, PyObject *args)
{
    if (add_hook || drop_hook) {
        PyErr_SetString(PyExc_RuntimeError, "hooks are there already");
        return NULL;
    }

    /* Parse and check arguments. */
    if (!PyArg_ParseTuple(args, (char *) "OO:set_hooks",
                          &add_hook, &drop_hook) ||
        !PyCallable_Check(add_hook) ||
        !PyCallable_Check(drop_hook))
        return NULL;

    /* Held until the end. */
    Py_INCREF(add_hook);
    Py_INCREF(drop_hook);

    Py_RETURN_NONE;
}

static PyObject *
set_last(PyObject *self, PyObject *given)
{
    last = given;
    Py_RETURN_NONE;
}

static PyObject *
keep(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "O", &last))
        return NULL;
    Py_INCREF(last);
    return PyObject_Repr(last);
}

static PyObject *
run(PyObject *self, PyObject *noargs)
{
    PyObject *result;

    if (!add_hook || !drop_hook || !last) {
        PyErr_SetString(PyExc_TypeError, "no hooks");
        return NULL;
    }
    result = PyObject_CallFunction(add_hook, "(O)", last);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyObject_CallFunction(drop_hook, "(O)", last);
}

static PyMethodDef hook_methods[] = {
    {"set_hooks", set_hooks, METH_VARARGS, NULL},
    {"set_last", set_last, METH_O, NULL},
    {"keep", keep, METH_VARARGS, NULL},
    {"run", run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks", NULL, -1, hook_methods
};

PyMODINIT_FUNC
PyInit_hooks(void)
{
    return PyModule_Create(&hooks_module);
}
