#include <Python.h>

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "late",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_late(void)
{
    const char *name = Py_GETENV("LATE");

    if (name == NULL) {
        PyErr_SetString(PyExc_ImportError, "LATE isn't set");
        return NULL;
    }

    PyObject *m, *text = NULL;

    m = PyModule_Create(&late_module);
    if (m == NULL) {
        return NULL;
    }
    text = PyUnicode_FromString(name);
    if (text == NULL || PyModule_AddObject(m, "LATE", text) < 0) {
        Py_XDECREF(text);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
