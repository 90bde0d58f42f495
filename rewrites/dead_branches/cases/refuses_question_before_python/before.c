#if PY_MAJOR_VERSION >= 3
#define LATE 1
#else
#define EARLY 1
#endif

#include <Python.h>

#if 0
int never;
#endif

#ifdef EARLY
int early;
#endif

#if PY_VERSION_HEX >= 0x030B0000
#define SUPPORTED 1
#endif

#if PY_MAJOR_VERSION >= 3 && 0
int not_yet;
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
