#include <Python.h>

static PyObject *Error;

/* Whether the module was filled before. */
static int filled;
static PyObject *names;
static int started = 0;

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetObject(Error, names);
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static int
shelf_exec(PyObject *m)
{
    /* Only the first module is filled. */
    if (filled != 0)
        return 0;
    Error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    Py_INCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_DECREF(Error);
        return -1;
    }
    filled = 1;

    if (started) {
        return 0;
    }
    names = PyList_New(0);
    if (names == NULL)
        return -1;
    started = 1;
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, shelf_exec}, {0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "shelf", NULL, 0, methods, slots};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&def);
}
