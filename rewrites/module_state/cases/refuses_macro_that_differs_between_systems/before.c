/* A macro that the end of the initialisation uses is a statement of each system. */
#include <Python.h>

#ifdef _WIN32
#define LIMIT_LOCAL LIMIT_LOCAL
#define LIMIT_ALL 2
#define FORGET Py_DECREF(LimitError)
#endif
#ifdef __APPLE__
#define LIMIT_ALL 3
#define FORGET (void)0
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
    .m_name = "refuses_macro_that_differs_between_systems",
    .m_size = -1,
    .m_methods = limits_methods,
};

PyMODINIT_FUNC
PyInit_refuses_macro_that_differs_between_systems(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    LimitError = PyErr_NewException("refuses_macro_that_differs_between_systems.LimitError", NULL, NULL);
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
#ifdef FORGET
    FORGET;
#endif
    return module;
}
