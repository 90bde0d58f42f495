#include <Python.h>

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef macro_head_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macro_head",
    .m_size = -1,
};

#define MODULE_INIT PyMODINIT_FUNC PyInit_macro_head(void)
#else
#define MODULE_INIT PyMODINIT_FUNC initmacro_head(void)
#endif

MODULE_INIT
{
    PyObject *m = PyModule_Create(&macro_head_module);

    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "ANSWER", 42) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
