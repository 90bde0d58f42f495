#include <Python.h>

/* The definition's name is pasted together. */
#define CREATE(ob, name) \
    static struct PyModuleDef name##_definition = { \
        PyModuleDef_HEAD_INIT, #name, NULL, -1, NULL, NULL, NULL, NULL, NULL }; \
    ob = PyModule_Create(&name##_definition);

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m;

    CREATE(m, shelf)
    if (m == NULL)
        return NULL;
    PyModule_AddIntConstant(m, "SIZE", 3);
    return m;
}
