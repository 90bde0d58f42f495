#include <Python.h>

/* Which arguments become which fields can't be told. */
#define CREATE(ob, ...) \
    static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, __VA_ARGS__ }; \
    ob = PyModule_Create(&definition);

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m;

    CREATE(m, "shelf", NULL, -1, NULL)
    if (m == NULL)
        return NULL;
    PyModule_AddIntConstant(m, "SIZE", 3);
    return m;
}
