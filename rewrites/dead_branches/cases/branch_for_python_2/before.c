#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PY3K
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#else
#define MOD_INIT(name) PyMODINIT_FUNC init##name(void)
#endif

#ifndef PyVarObject_HEAD_INIT
#define PyVarObject_HEAD_INIT(type, size) PyObject_HEAD_INIT(type) size,
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
#ifdef IS_PY3K
    return PyLong_FromLong(42);
#else
    return PyInt_FromLong(42);
#endif
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

#ifdef IS_PY3K
static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};
#endif

MOD_INIT(shelf)
{
#ifdef IS_PY3K
    return PyModule_Create(&moduledef);
#else
    Py_InitModule("shelf", methods);
#endif
}
