#include <Python.h>
#include <unistd.h>

/* Raises what errno says; sockets of other kinds raise otherwise. */

typedef PyObject *(*error_handler)(void);

typedef struct {
    PyObject *pipe_error;
} pipes_state;

static inline pipes_state *
get_pipes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pipes_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_pipes(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "pipes");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "pipes", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline pipes_state *
find_pipes_state(void)
{
    int saved_errno = errno;
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "pipes");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    errno = saved_errno;
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "pipes is not imported any more");
        return NULL;
    }
    return get_pipes_state(module);
}

static PyObject *
set_error(void)
{
    pipes_state *state = find_pipes_state();

    if (state == NULL) {
        return NULL;
    }
    return PyErr_SetFromErrno(state->pipe_error);
}

static error_handler handler = set_error;

static PyObject *
drain(PyObject *module, PyObject *number)
{
    char buffer[16];
    int file = (int)PyLong_AsLong(number);

    if (read(file, buffer, sizeof(buffer)) < 0) {
        return handler();
    }
    Py_RETURN_NONE;
}

static PyMethodDef pipes_functions[] = {
    {"drain", drain, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pipes_traverse(PyObject *module, visitproc visit, void *arg)
{
    pipes_state *state = get_pipes_state(module);
    Py_VISIT(state->pipe_error);
    return 0;
}

static int
pipes_clear(PyObject *module)
{
    pipes_state *state = get_pipes_state(module);
    Py_CLEAR(state->pipe_error);
    return 0;
}

static void
pipes_free(void *module)
{
    pipes_clear((PyObject *)module);
}

static int pipes_exec(PyObject *module);

static PyModuleDef_Slot pipes_slots[] = {
    {Py_mod_exec, pipes_exec},
    {Py_mod_exec, keep_pipes},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, sizeof(pipes_state), pipes_functions,
    pipes_slots, pipes_traverse, pipes_clear, pipes_free
};

static int
pipes_exec(PyObject *module)
{
    pipes_state *state = get_pipes_state(module);

    state->pipe_error = PyErr_NewException("pipes.Error", NULL, NULL);
    if (state->pipe_error == NULL) {
        return -1;
    }
    Py_INCREF(state->pipe_error);
    if (PyModule_AddObject(module, "Error", state->pipe_error) < 0) {
        Py_DECREF(state->pipe_error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_pipes(void)
{
    return PyModuleDef_Init(&pipes_module);
}
