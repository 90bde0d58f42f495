/* The module is kept in a variable of the whole process, which only the init function uses. */
#include <Python.h>

/* The module, once it is there. */
static PyObject *limits = NULL;

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_in_global_of_init",
};

PyMODINIT_FUNC
PyInit_module_in_global_of_init(void)
{
    limits = PyModule_Create(&limits_module);
    if (limits == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(limits, "MAXIMUM", 63) < 0) {
        Py_DECREF(limits);
        return NULL;
    }
    return limits;
}
