#include <Python.h>

#if defined(_WIN32)
#define WORD "windows"
#else
#define WORD "three"
#endif

#  if PY_VERSION_HEX < 0x030B0000
#    define PLACE 3
#  else
#    define PLACE 4
#  endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(PLACE + (long)sizeof(WORD));
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
