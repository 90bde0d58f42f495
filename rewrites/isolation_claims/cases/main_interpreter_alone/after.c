/* The module refuses other interpreters itself: it can't say that these may load it. */
#include <Python.h>

static PyObject *
pipes_fail(PyObject *module, PyObject *args)
{
    PyErr_SetString(PyExc_OSError, "no pipe");
    return NULL;
}

static PyMethodDef pipes_functions[] = {
    {"fail", pipes_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int pipes_exec(PyObject *module);

static PyModuleDef_Slot pipes_slots[] = {
    {Py_mod_exec, pipes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, 0, pipes_functions, pipes_slots
};

static int
pipes_exec(PyObject *Py_UNUSED(module))
{
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "pipes can't be loaded by subinterpreters");
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_pipes(void)
{
    return PyModuleDef_Init(&pipes_module);
}
