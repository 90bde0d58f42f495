#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL}
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "lzo", /* name */
    "Bindings", /* doc */
    -1, /* m_size */
    methods, /* methods */
    NULL, /* m_reload (unused) */
    NULL, /* traverse */
    NULL, /* clear */
    NULL, /* free */
};

PyMODINIT_FUNC
PyInit_lzo(void)
{
    PyObject *m = PyModule_Create(&module);

    if (m == NULL)
        return NULL;
    PyModule_AddIntConstant(m, "level", 9);
    return m;
}
