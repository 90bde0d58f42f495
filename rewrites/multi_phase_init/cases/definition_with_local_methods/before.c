#include <Python.h>

PyMODINIT_FUNC
PyInit_local(void)
{
    static PyMethodDef methods[] = {
        {NULL, NULL, 0, NULL}
    };
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        .m_name = "local",
        .m_size = 0,
        .m_methods = methods,
    };
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
