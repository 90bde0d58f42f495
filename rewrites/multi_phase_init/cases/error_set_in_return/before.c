/* Calls that set an error give NULL, which the init function returns. */
#include <Python.h>

static struct PyModuleDef error_set_in_return = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_set_in_return",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_error_set_in_return(void)
{
    PyObject *m;
    char *text;

    if (sizeof(void *) < 4)
        return PyErr_Format(PyExc_ImportError, "%s needs a larger machine",
                            "error_set_in_return");
    m = PyModule_Create(&error_set_in_return);
    if (m == NULL)
        return NULL;
    text = PyMem_Malloc(100);
    if (!text) {
        Py_DECREF(m);
        return PyErr_NoMemory();
    }
    PyMem_Free(text);
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) return (PyErr_NoMemory());
    return m;
}
