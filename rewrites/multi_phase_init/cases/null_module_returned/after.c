/* The variable of the module is returned where nothing is in it: as NULL, with an error set. */
#include <Python.h>

static int init_early(PyObject *m);

static PyModuleDef_Slot null_module_returned_slots[] = {
    {Py_mod_exec, init_early},
    {0, NULL}
};

static struct PyModuleDef early_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_module_returned",
    .m_size = 0,
    .m_slots = null_module_returned_slots,
};

static int
init_early(PyObject *m)
{
    PyObject *limit;

    if (Py_IsInitialized() == 0) {
        return -1;
    }
    limit = PyLong_FromLong(10);
    if (limit == NULL)
        return -1;

    if (PyModule_AddObject(m, "LIMIT", limit) < 0) {
        Py_DECREF(limit);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_null_module_returned(void)
{
    return PyModuleDef_Init(&early_module);
}
