/* A macro above the initialisation calls each part of it, and one part needs nothing of the module. */
#include <Python.h>

typedef struct {
    PyObject *ParseError;
    PyObject *cache;
} functions_called_by_a_macro_at_file_level_state;

static inline functions_called_by_a_macro_at_file_level_state *
get_functions_called_by_a_macro_at_file_level_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (functions_called_by_a_macro_at_file_level_state *)state;
}

static int
add_errors(functions_called_by_a_macro_at_file_level_state *state, PyObject *module)
{
    state->ParseError = PyErr_NewException("functions_called_by_a_macro_at_file_level.ParseError", NULL,
                                           NULL);
    if (state->ParseError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "ParseError", state->ParseError);
}

static int
add_constants(functions_called_by_a_macro_at_file_level_state *state, PyObject *module)
{
    return PyModule_AddIntConstant(module, "LIMIT", 10);
}

static int
add_cache(functions_called_by_a_macro_at_file_level_state *state, PyObject *module)
{
    state->cache = PyDict_New();
    return state->cache == NULL ? -1 : PyModule_AddObjectRef(module, "cache", state->cache);
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    functions_called_by_a_macro_at_file_level_state *state =
        get_functions_called_by_a_macro_at_file_level_state(module);

    PyErr_SetObject(state->ParseError, state->cache);
    return NULL;
}

static PyMethodDef parts_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
functions_called_by_a_macro_at_file_level_traverse(PyObject *module, visitproc visit, void *arg)
{
    functions_called_by_a_macro_at_file_level_state *state =
        get_functions_called_by_a_macro_at_file_level_state(module);
    Py_VISIT(state->ParseError);
    Py_VISIT(state->cache);
    return 0;
}

static int
functions_called_by_a_macro_at_file_level_clear(PyObject *module)
{
    functions_called_by_a_macro_at_file_level_state *state =
        get_functions_called_by_a_macro_at_file_level_state(module);
    Py_CLEAR(state->ParseError);
    Py_CLEAR(state->cache);
    return 0;
}

static void
functions_called_by_a_macro_at_file_level_free(void *module)
{
    functions_called_by_a_macro_at_file_level_clear((PyObject *)module);
}

static struct PyModuleDef parts_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "functions_called_by_a_macro_at_file_level",
    .m_size = sizeof(functions_called_by_a_macro_at_file_level_state),
    .m_methods = parts_methods,
    .m_traverse = functions_called_by_a_macro_at_file_level_traverse,
    .m_clear = functions_called_by_a_macro_at_file_level_clear,
    .m_free = functions_called_by_a_macro_at_file_level_free,
};

#define ADD(state, part)                                                       \
    do {                                                                       \
        if (part(state, module) < 0) {                                         \
            Py_DECREF(module);                                                 \
            return NULL;                                                       \
        }                                                                      \
    } while (0)

PyMODINIT_FUNC
PyInit_functions_called_by_a_macro_at_file_level(void)
{
    functions_called_by_a_macro_at_file_level_state *state;
    PyObject *module = PyModule_Create(&parts_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_functions_called_by_a_macro_at_file_level_state(module);
    ADD(state, add_errors);
    ADD(state, add_constants);
    ADD(state, add_cache);
    return module;
}
