/* What a library is told once can't be told for each module. */

#include <Python.h>

static PyObject *Error;
static int inited = 0;

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(Error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, methods};

static int
fill(PyObject *m)
{
    if (inited)
        return 0;
    Error = PyErr_NewException("module.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    setbuf(stdout, NULL);
    inited = 1;
    return PyModule_AddIntConstant(m, "filled", 1);
}

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    if (fill(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
