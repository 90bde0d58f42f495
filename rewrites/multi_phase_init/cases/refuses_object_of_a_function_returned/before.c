#include <Python.h>

static PyObject *
stand_in(int code)
{
    if (code > 2)
        return PyImport_ImportModule("json");
    PyErr_Format(PyExc_RuntimeError, "failed with %d", code);
    return NULL;
}

static struct PyModuleDef object_of_a_function = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_of_a_function",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_object_of_a_function(void)
{
    PyObject *m;
    int code = (int)sizeof(void *) - 8;

    if (code > 0)
        return stand_in(code);
    m = PyModule_Create(&object_of_a_function);
    if (m == NULL)
        return NULL;
    return m;
}
