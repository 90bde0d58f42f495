/* CHECK has two meanings, of which one leads to LogError: that stays, and BoxError moves. */
#include <Python.h>

static PyObject *LogError;

typedef struct {
    PyObject *BoxError;
} box_state;

static inline box_state *
get_box_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (box_state *)state;
}

static int
log_failure(const char *what)
{
    PyErr_SetString(LogError, what);
    return -1;
}

#define FAIL(what) log_failure(what)
#define CHECK(ok, what) do { if (!(ok)) return NULL; } while (0)

static PyObject *
box_open(PyObject *module, PyObject *object)
{
    box_state *state = get_box_state(module);

    CHECK(object != Py_None, "None");
    PyErr_SetString(state->BoxError, "no box");
    return NULL;
}

#undef CHECK
#define CHECK(ok, what) do { if (!(ok)) { FAIL(what); return NULL; } } while (0)

static PyObject *
box_close(PyObject *Py_UNUSED(module), PyObject *object)
{
    CHECK(object != Py_None, "None");
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"open", box_open, METH_O, NULL},
    {"close", box_close, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
box_exec(PyObject *module)
{
    box_state *state = get_box_state(module);

    if (LogError == NULL) {
        LogError = PyErr_NewException("box.LogError", NULL, NULL);
        if (LogError == NULL) {
            return -1;
        }
    }
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
    PyModuleDef_HEAD_INIT, "box", NULL, sizeof(box_state), box_methods, box_slots,
    boxmodule_traverse, boxmodule_clear, boxmodule_free
};

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
