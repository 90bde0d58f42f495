/* Two modules are made of one source: the build names them, and Python 2 had names of its own. */
#include <Python.h>

static PyMethodDef names_of_builds_in_python_3_methods[] = {
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
#ifdef LEGACY
    "names_of_builds_in_python_3_legacy",
#else
    "names_of_builds_in_python_3",
#endif
    NULL,
    -1,
    names_of_builds_in_python_3_methods
};

#if PY_MAJOR_VERSION >= 3

#ifdef LEGACY
PyMODINIT_FUNC PyInit_names_of_builds_in_python_3_legacy(void)
#else
PyMODINIT_FUNC PyInit_names_of_builds_in_python_3(void)
#endif

#else

#ifdef LEGACY
PyMODINIT_FUNC initnames_of_builds_in_python_3_legacy(void)
#else
PyMODINIT_FUNC initnames_of_builds_in_python_3(void)
#endif

#endif
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
