#include <Python.h>

/* What the initialisation returns stands behind a macro, for the sake of another Python. */

static PyMethodDef audio_methods[] = {
    {NULL, NULL, 0, NULL}
};

static int results_behind_a_cast_macro_exec(PyObject *module);

static PyModuleDef_Slot results_behind_a_cast_macro_slots[] = {
    {Py_mod_exec, results_behind_a_cast_macro_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static PyModuleDef audio_module = {
    PyModuleDef_HEAD_INIT, "results_behind_a_cast_macro", NULL, 0, audio_methods,
    results_behind_a_cast_macro_slots
};

static int
results_behind_a_cast_macro_exec(PyObject *module)
#else
PyMODINIT_FUNC
initresults_behind_a_cast_macro(void)
#endif
{
    if (PyModule_AddIntConstant(module, "CHANNELS", 2) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_results_behind_a_cast_macro(void)
{
    return PyModuleDef_Init(&audio_module);
}
