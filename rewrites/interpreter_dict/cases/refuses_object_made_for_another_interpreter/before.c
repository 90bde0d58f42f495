#include <Python.h>

struct _xid;
typedef PyObject *(*receiver)(struct _xid *);

static PyObject *labels;

/* Called in the interpreter that gets the data: it may never have imported this module. */
static PyObject *
label_from_data(struct _xid *data)
{
    if (labels == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "there are no labels");
        return NULL;
    }
    return PyObject_CallFunction(labels, "O", data == NULL ? Py_None : Py_True);
}

static PyObject *
set_labels(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(labels, given);
    Py_RETURN_NONE;
}

static PyObject *
share(PyObject *module, PyObject *unused)
{
    receiver made = label_from_data;

    return made(NULL);
}

static PyMethodDef methods[] = {
    {"set_labels", set_labels, METH_O, NULL},
    {"share", share, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
