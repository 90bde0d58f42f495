#include <Python.h>

typedef struct {
    PyObject *LastError;
} libraries_state;

static inline libraries_state *
get_libraries_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (libraries_state *)state;
}

#ifdef MS_WIN32

/* What windows.h declares isn't known elsewhere. */
static PyObject *
load_library(PyObject *self, PyObject *args)
{
    const WCHAR *name = PyUnicode_AsWideCharString(args, NULL);
    HMODULE library = LoadLibraryExW(name, NULL, 0);

    if (library == NULL) {
        libraries_state *state = get_libraries_state(self);

        PyErr_SetString(state->LastError, "no such library");
        return NULL;
    }
    return PyLong_FromVoidPtr(library);
}

#else

#ifdef __APPLE__
static PyObject *
shared_cache(PyObject *self, PyObject *args)
{
    libraries_state *state = get_libraries_state(self);

    PyErr_SetString(state->LastError, "no shared cache");
    return NULL;
}
#endif

#endif

static PyObject *
fail(PyObject *self, PyObject *args)
{
    libraries_state *state = get_libraries_state(self);

    PyErr_SetString(state->LastError, "failed");
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

static int
libraries_traverse(PyObject *module, visitproc visit, void *arg)
{
    libraries_state *state = get_libraries_state(module);
    Py_VISIT(state->LastError);
    return 0;
}

static int
libraries_clear(PyObject *module)
{
    libraries_state *state = get_libraries_state(module);
    Py_CLEAR(state->LastError);
    return 0;
}

static void
libraries_free(void *module)
{
    libraries_clear((PyObject *)module);
}

static struct PyModuleDef libraries_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "libraries",
    .m_methods = libraries_methods,
    .m_size = sizeof(libraries_state),
    .m_traverse = libraries_traverse,
    .m_clear = libraries_clear,
    .m_free = libraries_free,
};

PyMODINIT_FUNC
PyInit_libraries(void)
{
    libraries_state *state;
    PyObject *module = PyModule_Create(&libraries_module);
    if (module == NULL) {
        return NULL;
    }
    state = get_libraries_state(module);
    state->LastError = PyErr_NewException("libraries.LastError", NULL, NULL);
    if (state->LastError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
