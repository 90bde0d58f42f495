#include <Python.h>

static int calls;
static int (*measure)(int);
static int limit = 10;
static int failures;

#define COUNT(counter) (counter)++
#define USE(function, with) *(void **)&function = (with)
#define BELOW(x, y) ((x) < (y))

static int
twice(int number)
{
    return 2 * number;
}

static PyObject *
m_use(PyObject *self, PyObject *ignored)
{
    USE(measure, twice);
    Py_RETURN_NONE;
}

static PyObject *
m_call(PyObject *self, PyObject *ignored)
{
    COUNT(calls);
    if (measure == NULL && !failures) {
        (failures)++;
    }
    if (measure == NULL || !BELOW(calls, limit)) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(measure(calls));
}

static PyMethodDef methods[] = {
    {"use", m_use, METH_NOARGS, NULL},
    {"call", m_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    0,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&definition);
}
