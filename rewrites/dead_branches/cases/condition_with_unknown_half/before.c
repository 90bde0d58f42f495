#include <Python.h>

#if PY_MAJOR_VERSION >= 3 && defined(WITH_SHELF)
#define SHELF 1
#endif

#if PY_MAJOR_VERSION < 3 || (defined(A) && PY_VERSION_HEX >= 0x03000000 \
    && !(PY_MAJOR_VERSION == 2 || defined(B)))
#define BOARD 1
#endif

#if (PY_MAJOR_VERSION >= 3 && (defined(C) || defined(D)))  /* either */
#define BOX 1
#endif

#if (PY_MAJOR_VERSION >= 3 && defined(E)) + 1 > 1
#define LID 1
#endif

#if PY_MAJOR_VERSION >= 3 ? defined(F) : defined(G)
#define TAG 1
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
