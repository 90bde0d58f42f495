/* The init function stays as it is, and with it what it sets in the module's dictionary. */
#include <Python.h>

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module), *d = NULL;

    if (m == NULL)
        return NULL;
    d = PyModule_GetDict(m);
    PyDict_SetItemString(d, "limit", PyLong_FromLong(7));
    return m;
}
