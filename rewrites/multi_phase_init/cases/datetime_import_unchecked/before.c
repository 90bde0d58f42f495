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

static struct PyModuleDef clock_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clock",
    .m_size = -1,
    .m_methods = clock_methods,
};

PyMODINIT_FUNC
PyInit_clock(void)
{
    PyObject *module;

    PyDateTime_IMPORT;

    module = PyModule_Create(&clock_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "HOURS", 24) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
