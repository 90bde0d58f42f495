#include <Python.h>

/* What the initialisation returns stands behind a macro, for the sake of another Python. */

static PyMethodDef audio_methods[] = {
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
#define RET_MOD (PyObject *)
static PyModuleDef audio_module = {
    PyModuleDef_HEAD_INIT, "results_behind_a_cast_macro", NULL, -1, audio_methods
};

PyMODINIT_FUNC
PyInit_results_behind_a_cast_macro(void)
#else
#define RET_MOD (void)
PyMODINIT_FUNC
initresults_behind_a_cast_macro(void)
#endif
{
    PyObject *module;

#if PY_MAJOR_VERSION >= 3
    module = PyModule_Create(&audio_module);
#else
    module = Py_InitModule("results_behind_a_cast_macro", audio_methods);
#endif
    if (!module)
        return RET_MOD NULL;
    if (PyModule_AddIntConstant(module, "CHANNELS", 2) < 0) {
        Py_DECREF(module);
        return RET_MOD NULL;
    }
    return RET_MOD module;
}
