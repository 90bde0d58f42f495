/* A function that is called without any argument of ours needs the module. */
#include <Python.h>

static PyObject *limits;

static int
at_exit(void)
{
    return limits == NULL ? -1 : PyModule_AddIntConstant(limits, "CLOSED", 1);
}

static int (*hook)(void) = at_exit;

static PyObject *
limits_close(PyObject *self, PyObject *unused)
{
    return hook() < 0 ? NULL : PyLong_FromLong(0);
}

static PyMethodDef limits_functions[] = {
    {"close", limits_close, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_module_in_global",
    .m_size = -1,
    .m_methods = limits_functions,
};

PyMODINIT_FUNC
PyInit_refuses_module_in_global(void)
{
    limits = PyModule_Create(&limits_module);
    return limits;
}
