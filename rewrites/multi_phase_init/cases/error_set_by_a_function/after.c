/* A function of the project sets the error, and gives NULL on each way. */
#include <Python.h>

static PyObject *
set_error(int code)
{
    switch (code) {
    case 1:
        PyErr_SetString(PyExc_ValueError, "not a number");
        break;
    case 2:
        return PyErr_NoMemory();
    default:
        PyErr_Format(PyExc_RuntimeError, "failed with %d", code);
    }
    return NULL;
}

static int error_set_by_a_function_exec(PyObject *m);

static PyModuleDef_Slot error_set_by_a_function_slots[] = {
    {Py_mod_exec, error_set_by_a_function_exec},
    {0, NULL}
};

static struct PyModuleDef error_set_by_a_function = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_set_by_a_function",
    .m_size = 0,
    .m_slots = error_set_by_a_function_slots,
};

static int
error_set_by_a_function_exec(PyObject *m)
{
    int code = (int)sizeof(void *) - 8;

    if (code > 0) {
        set_error(code);
        return -1;
    }
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        set_error(2);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_error_set_by_a_function(void)
{
    return PyModuleDef_Init(&error_set_by_a_function);
}
