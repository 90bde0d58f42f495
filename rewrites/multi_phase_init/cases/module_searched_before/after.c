/* The init function looks for an earlier module, in a statement of its own, and under an #if. */
#include <Python.h>

static struct PyModuleDef searched_module;

static PyMethodDef searched_methods[] = {
    {NULL, NULL, 0, NULL}
};

static int module_searched_before_exec(PyObject *m);

static PyModuleDef_Slot module_searched_before_slots[] = {
    {Py_mod_exec, module_searched_before_exec},
    {0, NULL}
};

static struct PyModuleDef searched_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_searched_before",
    .m_size = 0,
    .m_methods = searched_methods,
    .m_slots = module_searched_before_slots,
};

static int
module_searched_before_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "LIMIT", 63) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_searched_before(void)
{
    return PyModuleDef_Init(&searched_module);
}
