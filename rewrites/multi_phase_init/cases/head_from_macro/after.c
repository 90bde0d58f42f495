#include <Python.h>

static int macro_head_exec(PyObject *m);

static PyModuleDef_Slot macro_head_slots[] = {
    {Py_mod_exec, macro_head_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef macro_head_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macro_head",
    .m_size = 0,
    .m_slots = macro_head_slots,
};

#define MODULE_INIT PyMODINIT_FUNC PyInit_macro_head(void)
#else
#define MODULE_INIT PyMODINIT_FUNC initmacro_head(void)
#endif

static int
macro_head_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        return -1;
    }
    return 0;
}

MODULE_INIT
{
    return PyModuleDef_Init(&macro_head_module);
}
