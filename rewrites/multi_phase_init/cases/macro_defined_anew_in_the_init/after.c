/* A macro that returns from the init function is defined anew further down, where it doesn't. */
#include <Python.h>

static int codes_exec(PyObject *m);

static PyModuleDef_Slot codes_slots[] = {
    {Py_mod_exec, codes_exec},
    {0, NULL}
};

static struct PyModuleDef codes = {PyModuleDef_HEAD_INIT, "codes", NULL, 0, NULL,
    codes_slots};

static int
codes_exec(PyObject *m)
{
    PyObject *names;

    names = PyDict_New();
    if (names == NULL) {
        return -1;
    }

#define CONSTANT(name, value) \
    if (PyModule_AddIntConstant(m, name, value) < 0) \
        return -1; \
    if (PyDict_SetItemString(names, name, Py_None) < 0) return -1;

    CONSTANT("FIRST", 1)
    CONSTANT("SECOND", 2)
#undef CONSTANT

#define CONSTANT(name) PyDict_SetItemString(names, name, Py_True)
    CONSTANT("THIRD");
#undef CONSTANT

    if (PyModule_AddObject(m, "names", names) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_codes(void)
{
    return PyModuleDef_Init(&codes);
}
