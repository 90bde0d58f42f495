#include <Python.h>

static PyObject *
answer(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, "The answer."},
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    -1,
    methods,
};
#endif

#if PY_MAJOR_VERSION >= 3
PyMODINIT_FUNC
PyInit_shelf(void)
#define RETVAL m
#define ERRVAL NULL
#else
void
initshelf(void)
#define RETVAL
#define ERRVAL
#endif
{
    PyObject *m = NULL;

#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&definition);
#else
    m = Py_InitModule("shelf", methods);
#endif
    if (m == NULL)
        return RETVAL;

    if (PyModule_AddIntConstant(m, "places", 3) < 0)
        return ERRVAL;

    return RETVAL;
}
