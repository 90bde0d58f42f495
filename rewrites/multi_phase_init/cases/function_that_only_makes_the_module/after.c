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

static PyModuleDef_Slot function_that_only_makes_the_module_slots[] = {
    {0, NULL}
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "function_that_only_makes_the_module", .m_size = 0, .m_methods = methods,
    .m_slots = function_that_only_makes_the_module_slots,
};

PyMODINIT_FUNC
PyInit_function_that_only_makes_the_module(void)
{
    return PyModuleDef_Init(&def);
}
