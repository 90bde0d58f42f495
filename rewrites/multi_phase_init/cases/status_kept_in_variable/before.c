/* A failure of this run is no word about another one. */

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
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    started = PyModule_AddIntConstant(m, "base", 10);
    if (started != 0) {
        Py_DECREF(m);
        return NULL;
    }
    if (!table[0])
        table[0] = 1.0;
    return m;
}
