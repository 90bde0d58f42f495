#include <Python.h>

static int late_exec(PyObject *m);

static PyModuleDef_Slot late_slots[] = {
    {Py_mod_exec, late_exec},
    {0, NULL}
};

static struct PyModuleDef late_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "late",
    .m_size = 0,
    .m_slots = late_slots,
};

static int
late_exec(PyObject *m)
{
    PyObject *text = PyUnicode_FromString("late");
    if (text == NULL) {
        return -1;
    }

    PySys_WriteStderr("made late\n");
    if (PyModule_AddObject(m, "LATE", text) < 0) {
        Py_DECREF(text);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_late(void)
{
    return PyModuleDef_Init(&late_module);
}
