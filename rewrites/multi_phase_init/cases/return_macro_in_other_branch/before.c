/* A macro returns from the init function, in a group for another platform as well. */
#include <Python.h>

#define MOD_RETURN(mod) return mod;

static struct PyModuleDef return_macro_in_other_branch = {
    PyModuleDef_HEAD_INIT,
    .m_name = "return_macro_in_other_branch",
    .m_size = 0,
};

PyMODINIT_FUNC
PyInit_return_macro_in_other_branch(void)
{
    PyObject *module = PyModule_Create(&return_macro_in_other_branch);

    if (module == NULL) {
        MOD_RETURN(NULL);
    }
#ifdef _WIN32
    if (PyModule_AddStringConstant(module, "linesep", "\r\n") < 0) {
        MOD_RETURN(NULL);
    }
#endif
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        MOD_RETURN(NULL);
    }
    MOD_RETURN(module);
}
