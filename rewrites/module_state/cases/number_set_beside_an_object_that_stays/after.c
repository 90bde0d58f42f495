/* The library calls log_line() for all modules: what is set together with its callback stays with that. */
#include <Python.h>

typedef void (*logger)(const char *line);
/* Part of a library. */
void library_log_to(logger log);

static PyObject *callback;
static int is_logging;

typedef struct {
    long opened;
    PyObject *BoxError;
} box_state;

static inline box_state *
get_box_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (box_state *)state;
}

static void
log_line(const char *line)
{
    PyObject *result = PyObject_CallFunction(callback, "s", line);
    if (result == NULL) {
        PyErr_WriteUnraisable(callback);
        return;
    }
    Py_DECREF(result);
}

static PyObject *
box_log_to(PyObject *Py_UNUSED(module), PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(callback, given);
    is_logging = 1;
    library_log_to(log_line);
    Py_RETURN_NONE;
}

static PyObject *
box_open(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    box_state *state = get_box_state(module);

    if (is_logging && ++state->opened > 2) {
        PyErr_SetString(state->BoxError, "too many");
        return NULL;
    }
    return PyLong_FromLong(state->opened);
}

static PyMethodDef box_methods[] = {
    {"log_to", box_log_to, METH_O, NULL},
    {"open", box_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
box_exec(PyObject *module)
{
    box_state *state = get_box_state(module);

    state->BoxError = PyErr_NewException("box.BoxError", NULL, NULL);
    if (state->BoxError == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "BoxError", state->BoxError);
}

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

static int
boxmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_state *state = get_box_state(module);
    Py_VISIT(state->BoxError);
    return 0;
}

static int
boxmodule_clear(PyObject *module)
{
    box_state *state = get_box_state(module);
    Py_CLEAR(state->BoxError);
    return 0;
}

static void
boxmodule_free(void *module)
{
    boxmodule_clear((PyObject *)module);
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, sizeof(box_state), box_methods, box_slots, boxmodule_traverse,
    boxmodule_clear, boxmodule_free
};

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
