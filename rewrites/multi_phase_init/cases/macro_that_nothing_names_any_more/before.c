/* The head of two Pythons, with an empty line before its brace, and a macro for one statement of it. */
#include <Python.h>

#define MODULE_NAME "macro_that_nothing_names_any_more"

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    MODULE_NAME,
    NULL,
    -1,
    methods
};

/* Leaves the init function. */
#define INITERROR return NULL

PyMODINIT_FUNC
PyInit_macro_that_nothing_names_any_more(void)

#else

#define INITERROR return

PyMODINIT_FUNC
initmacro_that_nothing_names_any_more(void)

#endif

{
    PyObject *m;

#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&definition);
#else
    m = Py_InitModule(MODULE_NAME, methods);
#endif
    if (m == NULL)
        INITERROR;

    PyModule_AddIntConstant(m, "ANSWER", 42);

#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
