/* The first run sets what the second one fails for. */

#include <Python.h>

static int started;
static double table[4];

static PyObject *
first(PyObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(table[0]);
}

static PyMethodDef functions[] = {{"first", first, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    if (started) {
        PyErr_SetString(PyExc_ImportError, "only once");
        return NULL;
    }
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    started = 1;
    table[0] = 1.0;
    return m;
}
