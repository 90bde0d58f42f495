/* The init function gives the module that it made before: the import system makes a new one for exec each time. */
#include <Python.h>

static PyObject *limits;

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_module_made_once",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_module_made_once(void)
{
    if (limits != NULL) {
        Py_INCREF(limits);
        return limits;
    }
    limits = PyModule_Create(&limits_module);
    if (limits == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(limits, "MAXIMUM", 63) < 0) {
        Py_CLEAR(limits);
        return NULL;
    }
    return limits;
}
