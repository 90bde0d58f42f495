/* The head of two Pythons, with an empty line before its brace, and a macro for one statement of it. */
#include <Python.h>

#define MODULE_NAME "macro_that_nothing_names_any_more"

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static int macro_that_nothing_names_any_more_exec(PyObject *m);

static PyModuleDef_Slot macro_that_nothing_names_any_more_slots[] = {
    {Py_mod_exec, macro_that_nothing_names_any_more_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    MODULE_NAME,
    NULL,
    0,
    methods,
    macro_that_nothing_names_any_more_slots
};

static int
macro_that_nothing_names_any_more_exec(PyObject *m)

#else

PyMODINIT_FUNC
initmacro_that_nothing_names_any_more(void)

#endif

{
    PyModule_AddIntConstant(m, "ANSWER", 42);

#if PY_MAJOR_VERSION >= 3
    return 0;
#endif
}

PyMODINIT_FUNC
PyInit_macro_that_nothing_names_any_more(void)
{
    return PyModuleDef_Init(&definition);
}
