#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static int local_exec(PyObject *m);

static PyModuleDef_Slot local_slots[] = {
    {Py_mod_exec, local_exec},
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "local",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = local_slots,
};

static int
local_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_local(void)
{
    return PyModuleDef_Init(&definition);
}
