#include <Python.h>

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    -1,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m, *d;

    m = PyModule_Create(&shelf_module);
    if (m == NULL)
        return NULL;

    /* add constants */
    d = PyModule_GetDict(m);

    #define EXPORT_CONST(c) \
        PyDict_SetItemString(d, #c, PyLong_FromLong(c))

    EXPORT_CONST(PY_MAJOR_VERSION);
    EXPORT_CONST(PY_MINOR_VERSION);
    EXPORT_CONST(PY_MICRO_VERSION);

    #undef EXPORT_CONST

    return m;
}
