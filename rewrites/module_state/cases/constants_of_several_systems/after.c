/* Constants of systems, some of which are macros only for the sake of being one, are added in the end. */
#include <Python.h>

#ifdef _WIN32
#define LIMIT_LOCAL LIMIT_LOCAL
#define LIMIT_ALL 2
#endif
#ifdef __APPLE__
#define LIMIT_ALL 3
#endif

typedef struct {
    PyObject *LimitError;
} constants_of_several_systems_state;

static inline constants_of_several_systems_state *
get_constants_of_several_systems_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (constants_of_several_systems_state *)state;
}

static PyObject *
check(PyObject *module, PyObject *arg)
{
    constants_of_several_systems_state *state = get_constants_of_several_systems_state(module);

#ifdef _WIN32
    if (PyLong_AsLong(arg) > LIMIT_ALL) {
        PyErr_SetString(state->LimitError, "windows");
        return NULL;
    }
#elif defined(__APPLE__)
    if (PyLong_AsLong(arg) > LIMIT_ALL) {
        PyErr_SetString(state->LimitError, "mac");
        return NULL;
    }
#endif
    PyErr_SetNone(state->LimitError);
    return NULL;
}

static PyMethodDef limits_methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
constants_of_several_systems_traverse(PyObject *module, visitproc visit, void *arg)
{
    constants_of_several_systems_state *state = get_constants_of_several_systems_state(module);
    Py_VISIT(state->LimitError);
    return 0;
}

static int
constants_of_several_systems_clear(PyObject *module)
{
    constants_of_several_systems_state *state = get_constants_of_several_systems_state(module);
    Py_CLEAR(state->LimitError);
    return 0;
}

static void
constants_of_several_systems_free(void *module)
{
    constants_of_several_systems_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "constants_of_several_systems",
    .m_size = sizeof(constants_of_several_systems_state),
    .m_methods = limits_methods,
    .m_traverse = constants_of_several_systems_traverse,
    .m_clear = constants_of_several_systems_clear,
    .m_free = constants_of_several_systems_free,
};

PyMODINIT_FUNC
PyInit_constants_of_several_systems(void)
{
    constants_of_several_systems_state *state;
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_constants_of_several_systems_state(module);
    state->LimitError = PyErr_NewException("constants_of_several_systems.LimitError", NULL, NULL);
    if (state->LimitError == NULL) {
        return NULL;
    }
    Py_INCREF(state->LimitError);
    PyModule_AddObject(module, "LimitError", state->LimitError);
#ifdef LIMIT_LOCAL
    PyModule_AddIntMacro(module, LIMIT_LOCAL);
#endif
#ifdef LIMIT_ALL
    PyModule_AddIntMacro(module, LIMIT_ALL);
#endif
    return module;
}
