/* The function that makes the module has nothing left to do. */
#include <Python.h>

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "function_that_only_makes_the_module", .m_size = -1, .m_methods = methods,
};

/* Makes the module. */
static PyObject *
make(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL) return NULL;
    return m;
}

PyMODINIT_FUNC
PyInit_function_that_only_makes_the_module(void)
{
    return make();
}
