#include <Python.h>

static PyObject *LastError;

#ifdef MS_WIN32

/* What windows.h declares isn't known elsewhere. */
static PyObject *
load_library(PyObject *self, PyObject *args)
{
    const WCHAR *name = PyUnicode_AsWideCharString(args, NULL);
    HMODULE library = LoadLibraryExW(name, NULL, 0);

    if (library == NULL) {
        PyErr_SetString(LastError, "no such library");
        return NULL;
    }
    return PyLong_FromVoidPtr(library);
}

#else

#ifdef __APPLE__
static PyObject *
shared_cache(PyObject *self, PyObject *args)
{
    PyErr_SetString(LastError, "no shared cache");
    return NULL;
}
#endif

#endif

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(LastError, "failed");
    return NULL;
}

static PyMethodDef libraries_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
#ifdef MS_WIN32
    {"load_library", load_library, METH_O, NULL},
#endif
#ifdef __APPLE__
    {"shared_cache", shared_cache, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef libraries_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "libraries",
    .m_methods = libraries_methods,
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_libraries(void)
{
    PyObject *module = PyModule_Create(&libraries_module);
    if (module == NULL) {
        return NULL;
    }
    LastError = PyErr_NewException("libraries.LastError", NULL, NULL);
    if (LastError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
