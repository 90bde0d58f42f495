#include <Python.h>

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "late",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_late(void)
{
    PyObject *text = PyUnicode_FromString("late");
    if (text == NULL) {
        return NULL;
    }

    PyObject *m = NULL;

    PySys_WriteStderr("made late\n");
    m = PyModule_Create(&late_module);
    if (m == NULL) {
        Py_DECREF(text);
        return NULL;
    }
    if (PyModule_AddObject(m, "LATE", text) < 0) {
        Py_DECREF(text);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
