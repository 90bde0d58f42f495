#include <Python.h>

#ifdef _WIN32
#if PY_MAJOR_VERSION >= 3
#define WIDE 1
#else
#define WIDE 0
#endif
#endif

#if PY_MAJOR_VERSION < 3
#if defined(HAVE_UCS4)
#define KIND 4
#endif

#else

#if PY_VERSION_HEX >= 0x03030000
#define KIND 1
#ifdef __GNUC__
#define QUICK 1
#endif
#else
#define KIND 2
#endif
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(KIND);
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

#if PY_MAJOR_VERSION < 3
void initshelf(void) { }
#endif
