#include <Python.h>
#include <datetime.h>

static PyObject *
midnight(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyTime_FromTime(0, 0, 0, 0);
}

static PyMethodDef clock_methods[] = {
    {"midnight", midnight, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int clock_exec(PyObject *module);

static PyModuleDef_Slot clock_slots[] = {
    {Py_mod_exec, clock_exec},
    {0, NULL}
};

static struct PyModuleDef clock_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clock",
    .m_size = 0,
    .m_methods = clock_methods,
    .m_slots = clock_slots,
};

static int
clock_exec(PyObject *module)
{
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return -1;
    }

    if (PyModule_AddIntConstant(module, "HOURS", 24) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_clock(void)
{
    return PyModuleDef_Init(&clock_module);
}
