/* Each of the globals borrows what it holds at least on one path: m_clear would release what it never owned. */
#include <Python.h>

static PyObject *callback;
static PyObject *first;
static PyObject *choice;
static PyObject *parked;
static PyObject *current;

typedef struct {
    PyObject *item;
} Holder;

static PyObject *
lookup(PyObject *m, const char *name)
{
    return PyDict_GetItemString(PyModule_GetDict(m), name);
}

static PyObject *
set_callback(PyObject *m, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "O:set_callback", &callback))
        return NULL;
    first = lookup(m, "first");
    Py_RETURN_NONE;
}

static PyObject *
choose(PyObject *m, PyObject *fallback)
{
    PyObject *found = lookup(m, "choice");

    if (found == NULL) {
        found = PyUnicode_FromString("none");
        if (found == NULL)
            return NULL;
    }
    choice = found;
    return PyObject_CallFunctionObjArgs(callback, first, choice, NULL);
}

static PyObject *
park(PyObject *m, PyObject *unused)
{
    parked = PyList_New(0);
    return parked;
}

static PyObject *
count(PyObject *m, PyObject *unused)
{
    return PyLong_FromSsize_t(PyList_Size(parked));
}

static void
renew(Holder *holder)
{
    current = PyList_New(0);
    holder->item = current;
}

static PyObject *
renewed(PyObject *m, PyObject *unused)
{
    Holder holder;

    renew(&holder);
    return PyLong_FromSsize_t(PyList_Size(current));
}

static PyMethodDef functions[] = {
    {"set_callback", set_callback, METH_VARARGS, NULL},
    {"choose", choose, METH_O, NULL},
    {"park", park, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"renewed", renewed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef entries = {
    PyModuleDef_HEAD_INIT, "entries", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_entries(void)
{
    return PyModule_Create(&entries);
}
