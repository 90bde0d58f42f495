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

static struct PyModuleDef error_set_by_a_function = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_set_by_a_function",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_error_set_by_a_function(void)
{
    PyObject *m;
    int code = (int)sizeof(void *) - 8;

    if (code > 0) {
        return set_error(code);
    }
    m = PyModule_Create(&error_set_by_a_function);
    if (m == NULL)
        return NULL;
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        Py_DECREF(m);
        return set_error(2);
    }
    return m;
}
