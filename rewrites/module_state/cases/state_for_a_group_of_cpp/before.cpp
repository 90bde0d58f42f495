#include <Python.h>

static PyObject *Error = NULL;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
#ifdef M_DEBUG
    PyErr_SetObject(Error, arg);
#endif
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&def);
    if (!m)
        return NULL;
    Error = PyErr_NewException("m.Error", NULL, NULL);
    if (!Error) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error);
    PyModule_AddObject(m, "Error", Error);
    return m;
}
