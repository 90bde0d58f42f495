/* The parser knows nothing of WIN32_FIND_DATAW, and drops the calls that are given one. */
#include <Python.h>

typedef struct {
    PyObject *ListError;
} call_with_types_of_windows_state;

static inline call_with_types_of_windows_state *
get_call_with_types_of_windows_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (call_with_types_of_windows_state *)state;
}

#ifdef MS_WINDOWS

static PyObject *
entry_of(call_with_types_of_windows_state *state, WIN32_FIND_DATAW *data)
{
    if (data->cFileName[0] == L'\0') {
        PyErr_SetString(state->ListError, "no name");
        return NULL;
    }
    return PyUnicode_FromWideChar(data->cFileName, -1);
}

static PyObject *
first_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    call_with_types_of_windows_state *state = get_call_with_types_of_windows_state(module);

    WIN32_FIND_DATAW data;
    HANDLE handle = FindFirstFileW(L"*", &data);

    if (handle == INVALID_HANDLE_VALUE) {
        return PyErr_SetExcFromWindowsErr(state->ListError, data.dwReserved0);
    }
    FindClose(handle);
    return entry_of(state, &data);
}

#else

static PyObject *
first_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    call_with_types_of_windows_state *state = get_call_with_types_of_windows_state(module);

    PyErr_SetString(state->ListError, "only on Windows");
    return NULL;
}

#endif

static PyMethodDef functions[] = {
    {"first_entry", first_entry, METH_NOARGS, NULL},
    {NULL, NULL}
};

static int
call_with_types_of_windows_traverse(PyObject *module, visitproc visit, void *arg)
{
    call_with_types_of_windows_state *state = get_call_with_types_of_windows_state(module);
    Py_VISIT(state->ListError);
    return 0;
}

static int
call_with_types_of_windows_clear(PyObject *module)
{
    call_with_types_of_windows_state *state = get_call_with_types_of_windows_state(module);
    Py_CLEAR(state->ListError);
    return 0;
}

static void
call_with_types_of_windows_free(void *module)
{
    call_with_types_of_windows_clear((PyObject *)module);
}

static struct PyModuleDef call_with_types_of_windows_module = {
    PyModuleDef_HEAD_INIT, "call_with_types_of_windows", NULL,
    sizeof(call_with_types_of_windows_state), functions,
    NULL, call_with_types_of_windows_traverse, call_with_types_of_windows_clear,
    call_with_types_of_windows_free
};

PyMODINIT_FUNC
PyInit_call_with_types_of_windows(void)
{
    call_with_types_of_windows_state *state;
    PyObject *module = PyModule_Create(&call_with_types_of_windows_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_call_with_types_of_windows_state(module);
    state->ListError = PyErr_NewException("call_with_types_of_windows.ListError", NULL,
                                          NULL);
    if (state->ListError == NULL ||
        PyModule_AddObjectRef(module, "ListError", state->ListError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
