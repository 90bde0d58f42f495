/* A macro that returns from the init function is defined anew further down, where it doesn't. */
#include <Python.h>

static struct PyModuleDef codes = {PyModuleDef_HEAD_INIT, "codes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_codes(void)
{
    PyObject *names;
    PyObject *m = PyModule_Create(&codes);

    if (m == NULL) {
        return NULL;
    }
    names = PyDict_New();
    if (names == NULL) {
        return NULL;
    }

#define CONSTANT(name, value) \
    if (PyModule_AddIntConstant(m, name, value) < 0) \
        return NULL; \
    if (PyDict_SetItemString(names, name, Py_None) < 0) return NULL;

    CONSTANT("FIRST", 1)
    CONSTANT("SECOND", 2)
#undef CONSTANT

#define CONSTANT(name) PyDict_SetItemString(names, name, Py_True)
    CONSTANT("THIRD");
#undef CONSTANT

    if (PyModule_AddObject(m, "names", names) < 0) {
        return NULL;
    }
    return m;
}
