/* Calls that set an error give NULL, which the init function returns. */
#include <Python.h>

static int error_set_in_return_exec(PyObject *m);

static PyModuleDef_Slot error_set_in_return_slots[] = {
    {Py_mod_exec, error_set_in_return_exec},
    {0, NULL}
};

static struct PyModuleDef error_set_in_return = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_set_in_return",
    .m_size = 0,
    .m_slots = error_set_in_return_slots,
};

static int
error_set_in_return_exec(PyObject *m)
{
    char *text;

    if (sizeof(void *) < 4) {
        PyErr_Format(PyExc_ImportError, "%s needs a larger machine",
                     "error_set_in_return");
        return -1;
    }
    text = PyMem_Malloc(100);
    if (!text) {
        PyErr_NoMemory();
        return -1;
    }
    PyMem_Free(text);
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_error_set_in_return(void)
{
    return PyModuleDef_Init(&error_set_in_return);
}
