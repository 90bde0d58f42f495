/* Comment this out to see what happens. */
#define NODEBUG

#include <Python.h>

#define WITH_COUNTS 1

#ifdef NODEBUG
#define DEBUG(text)
#else
#define DEBUG(text) puts(text)
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    DEBUG("asked");
#if WITH_COUNTS
    return PyLong_FromLong(42);
#else
    return PyLong_FromLong(41);
#endif
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
