/* What only the init function was written with goes; what an #if asks for, or something else names, stays. */
#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define NOTHING NULL
#else
#define NOTHING
#endif

/* Leaves the init function. */
#define FAIL(result) return result
#define FAIL_EARLY FAIL(NOTHING)

#define QUIETLY NULL
#ifdef QUIETLY
static const char *const mode = "quiet";
#else
static const char *const mode = "loud";
#endif

#define EMPTY NULL

static PyObject *
get_mode(PyObject *self, PyObject *args)
{
    return mode == EMPTY ? NULL : PyUnicode_FromString(mode);
}

static PyMethodDef methods[] = {
    {"get_mode", get_mode, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "macros_that_lose_their_last_name", .m_methods = methods, .m_size = -1,
};

PyMODINIT_FUNC
PyInit_macros_that_lose_their_last_name(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL) {
        FAIL_EARLY;
    }
    if (PyModule_AddStringConstant(module, "mode", mode) < 0) {
        Py_DECREF(module);
        return QUIETLY;
    }
    if (PyModule_AddIntConstant(module, "size", 1) < 0) {
        Py_DECREF(module);
        return EMPTY;
    }
    return module;
}
