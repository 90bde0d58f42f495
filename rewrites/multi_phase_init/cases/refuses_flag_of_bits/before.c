/* An array of flags stays with the process. */

#include <Python.h>

static PyObject *Error;
static unsigned char done[4];

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
    if (done[0])
        return 0;
    Error = PyErr_NewException("module.Error", NULL, NULL);
    if (Error == NULL)
        return -1;
    done[0] = 1;
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
