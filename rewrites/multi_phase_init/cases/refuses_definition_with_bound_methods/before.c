#include <Python.h>

PyMODINIT_FUNC
PyInit_bound(void)
{
    /* Two in one declaration. */
    static PyMethodDef methods[] = {{NULL, NULL, 0, NULL}}, none[1];
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        .m_name = "bound",
        .m_size = 0,
        .m_methods = methods,
    };
    PyObject *m = PyModule_Create(&definition);

    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "ANSWER", 42 + (none == methods)) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
