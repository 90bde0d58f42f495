#include <Python.h>

/* The collector visits what a module keeps, also while that is replaced. */

static PyObject *cache;
static PyObject *first;
static PyObject *last;
static PyObject *hook;
static PyObject *lent;
static PyObject *names[4];

static PyObject *
reset(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_XDECREF(cache);
    cache = PyDict_New();
    if (cache == NULL) {
        return NULL;
    }
    Py_INCREF(cache);
    return cache;
}

static PyObject *
forget(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    Py_XDECREF(first);
    Py_XDECREF(last);
    first = NULL;
    last = NULL;
    Py_RETURN_NONE;
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    Py_XDECREF(first);
    first = last;
    Py_INCREF(value);
    last = value;
    Py_RETURN_NONE;
}

/* Nothing runs in between. */
static PyObject *
set_hook(PyObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XDECREF(hook);
    hook = value;
    Py_RETURN_NONE;
}

/* The reference is one more, for the time of the call. */
static PyObject *
call_hook(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *result;

    if (hook == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(hook);
    result = PyObject_CallObject(hook, NULL);
    Py_DECREF(hook);
    return result;
}

static PyObject *
replace(PyObject *self, PyObject *value)
{
    PyObject *old = lent;

    lent = PyObject_Repr(value);
    Py_XDECREF(old);
    if (lent == NULL) {
        return NULL;
    }
    Py_INCREF(lent);
    return lent;
}

static PyObject *
rename_one(PyObject *self, PyObject *value)
{
    Py_ssize_t i = PyObject_Length(value);

    if (i < 0 || i > 3) {
        PyErr_SetString(PyExc_ValueError, "too many");
        return NULL;
    }
    Py_XDECREF(names[i]);
    names[i] = PySequence_Tuple(value);
    if (names[i] == NULL) {
        return NULL;
    }
    Py_INCREF(names[i]);
    return names[i];
}

static PyMethodDef methods[] = {
    {"rename_one", rename_one, METH_O, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {"forget", forget, METH_NOARGS, NULL},
    {"remember", remember, METH_O, NULL},
    {"set_hook", set_hook, METH_O, NULL},
    {"call_hook", call_hook, METH_NOARGS, NULL},
    {"replace", replace, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "keeper", NULL, -1, methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_keeper(void)
{
    return PyModule_Create(&definition);
}
