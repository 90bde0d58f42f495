/* Constants of systems, some of which are macros only for the sake of being one, are added in the end. */
#include <Python.h>

#ifdef _WIN32
#define LIMIT_LOCAL LIMIT_LOCAL
#define LIMIT_ALL 2
#endif
#ifdef __APPLE__
#define LIMIT_ALL 3
#endif

static PyObject *LimitError = NULL;

static PyObject *
check(PyObject *module, PyObject *arg)
{
#ifdef _WIN32
    if (PyLong_AsLong(arg) > LIMIT_ALL) {
        PyErr_SetString(LimitError, "windows");
        return NULL;
    }
#elif defined(__APPLE__)
    if (PyLong_AsLong(arg) > LIMIT_ALL) {
        PyErr_SetString(LimitError, "mac");
        return NULL;
    }
#endif
    PyErr_SetNone(LimitError);
    return NULL;
}

static PyMethodDef limits_methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "constants_of_several_systems",
    .m_size = -1,
    .m_methods = limits_methods,
};

PyMODINIT_FUNC
PyInit_constants_of_several_systems(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    LimitError = PyErr_NewException("constants_of_several_systems.LimitError", NULL, NULL);
    if (LimitError == NULL) {
        return NULL;
    }
    Py_INCREF(LimitError);
    PyModule_AddObject(module, "LimitError", LimitError);
#ifdef LIMIT_LOCAL
    PyModule_AddIntMacro(module, LIMIT_LOCAL);
#endif
#ifdef LIMIT_ALL
    PyModule_AddIntMacro(module, LIMIT_ALL);
#endif
    return module;
}
