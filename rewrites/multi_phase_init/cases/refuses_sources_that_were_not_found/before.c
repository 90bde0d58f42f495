#include <Python.h>

/* The build makes the source that defines it, from a description of the library. */
extern int generated_types_ready(PyObject *module);

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "made", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_made(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    if (generated_types_ready(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
