#include <Python.h>

static PyObject *first, *second;

/* Groups of different conditions: the variable is there where one of them is compiled. */
static PyObject *
either(PyObject *self, PyObject *args)
{
    int total = 0;

#ifdef HAVE_FIRST
    if (first != NULL)
        total++;
#endif
    total += 2;
#if defined(HAVE_SECOND) && HAVE_SECOND > 1 /* not everywhere */
    if (second != NULL)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* Groups of one condition: the first of them declares it. */
static PyObject *
both(PyObject *self, PyObject *args)
{
    int total = 0;

#ifndef NO_FIRST_NAME
    if (first != NULL)
        total++;
#endif
    if (PyTuple_GET_SIZE(args) > 1)
        return PyLong_FromLong(3);
#ifndef NO_FIRST_NAME
    if (first == second)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* A jump passes the first of them. */
static PyObject *
jumping(PyObject *self, PyObject *args)
{
    long total = PyTuple_GET_SIZE(args);

    if (total > 1)
        goto done;
#ifdef HAVE_FIRST
    if (first != NULL)
        total++;
#endif
done:
    total++;
#ifdef HAVE_FIRST
    if (first == second)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* One of the two is always compiled. */
static PyObject *
one_or_the_other(PyObject *self, PyObject *args)
{
    PyObject *result;

#ifdef HAVE_FIRST
    result = first;
#else
    result = second;
#endif
    Py_XINCREF(result);
    return result;
}

static PyMethodDef methods[] = {
    {"either", either, METH_VARARGS, NULL},
    {"both", both, METH_VARARGS, NULL},
    {"jumping", jumping, METH_VARARGS, NULL},
    {"one_or_the_other", one_or_the_other, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef groups = {PyModuleDef_HEAD_INIT, "groups", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_groups(void)
{
    PyObject *module = PyModule_Create(&groups);

    if (module == NULL)
        return NULL;
    first = PyUnicode_FromString("first");
    second = PyUnicode_FromString("second");
    return module;
}
