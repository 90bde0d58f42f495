/* PyInit_clay says behind its call what that gives back. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static struct PyModuleDef clay_definition = {
    PyModuleDef_HEAD_INIT, "clay", NULL, -1, NULL
};

static PyObject *
create_module(void)
{
    PyObject *m = PyModule_Create(&clay_definition);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

PyMODINIT_FUNC
PyInit_clay(void)
{
    return create_module();      // it should return the module object in Python 3
}
