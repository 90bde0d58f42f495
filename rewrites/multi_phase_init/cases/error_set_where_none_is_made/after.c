#include <Python.h>

#define FAIL(object) do { return -1; } while (0)

static PyObject *
ping(PyObject *module, PyObject *none)
{
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"ping", ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int pings_exec(PyObject *m);

static PyModuleDef_Slot pings_slots[] = {
    {Py_mod_exec, pings_exec},
    {0, NULL}
};

static struct PyModuleDef pings_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pings",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = pings_slots,
};

static int
pings_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "COUNT", 3) < 0)
        FAIL(m);
    return 0;
}

PyMODINIT_FUNC
PyInit_pings(void)
{
    return PyModuleDef_Init(&pings_module);
}
