/* `extern "C"` without braces goes with the declaration behind it. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
} cpp_error_with_c_linkage_state;

static inline cpp_error_with_c_linkage_state *
get_cpp_error_with_c_linkage_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_error_with_c_linkage_state *)state;
}

extern "C" PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    cpp_error_with_c_linkage_state *state = get_cpp_error_with_c_linkage_state(module);

    PyErr_SetObject(state->ShelfError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
cpp_error_with_c_linkage_traverse(PyObject *module, visitproc visit, void *arg)
{
    cpp_error_with_c_linkage_state *state = get_cpp_error_with_c_linkage_state(module);
    Py_VISIT(state->ShelfError);
    return 0;
}

static int
cpp_error_with_c_linkage_clear(PyObject *module)
{
    cpp_error_with_c_linkage_state *state = get_cpp_error_with_c_linkage_state(module);
    Py_CLEAR(state->ShelfError);
    return 0;
}

static void
cpp_error_with_c_linkage_free(void *module)
{
    cpp_error_with_c_linkage_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "cpp_error_with_c_linkage", NULL,
    sizeof(cpp_error_with_c_linkage_state), shelf_functions,
    NULL, cpp_error_with_c_linkage_traverse, cpp_error_with_c_linkage_clear,
    cpp_error_with_c_linkage_free
};

PyMODINIT_FUNC
PyInit_cpp_error_with_c_linkage(void)
{
    cpp_error_with_c_linkage_state *state;
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_cpp_error_with_c_linkage_state(module);
    state->ShelfError = PyErr_NewException("cpp_error_with_c_linkage.ShelfError", NULL,
                                           NULL);
    if (state->ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->ShelfError);
    if (PyModule_AddObject(module, "ShelfError", state->ShelfError) < 0) {
        Py_DECREF(state->ShelfError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
