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
    const char *name = Py_GETENV("LATE");

    if (name == NULL) {
        PyErr_SetString(PyExc_ImportError, "LATE isn't set");
        return -1;
    }

    PyObject *text = NULL;

    text = PyUnicode_FromString(name);
    if (text == NULL || PyModule_AddObject(m, "LATE", text) < 0) {
        Py_XDECREF(text);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_late(void)
{
    return PyModuleDef_Init(&late_module);
}
