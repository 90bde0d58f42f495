#include <Python.h>

#if PY_MAJOR_VERSION < 3
#define WORD "two"
#elif defined(_WIN32)
#define WORD "windows"
#elif PY_VERSION_HEX >= 0x03000000
#define WORD "three"
#else
#define WORD "none"
#endif

#  if PY_VERSION_HEX < 0x03060000
#    define PLACE 1
#  elif PY_VERSION_HEX < 0x03080000
#    define PLACE 2
#  elif PY_VERSION_HEX < 0x030B0000
#    define PLACE 3
#  elif PY_VERSION_HEX >= 0x03090000
#    define PLACE 4
#  else
#    define PLACE 5
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
