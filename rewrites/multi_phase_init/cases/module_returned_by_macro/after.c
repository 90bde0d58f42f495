#include <Python.h>

static int returned_exec(PyObject *m);

static PyModuleDef_Slot returned_slots[] = {
    {Py_mod_exec, returned_exec},
    {0, NULL}
};

static struct PyModuleDef returned_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "returned",
    .m_size = 0,
    .m_slots = returned_slots,
};

static int
returned_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_returned(void)
{
    return PyModuleDef_Init(&returned_module);
}
