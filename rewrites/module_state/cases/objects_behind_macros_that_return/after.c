/* What only the initialisation names needs no state where a macro returns meanwhile: it stands for a return. */
#include <Python.h>

#define FAILED return NULL

typedef struct {
    PyObject *Error;
} doors_state;

static inline doors_state *
get_doors_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (doors_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *ignored)
{
    doors_state *state = get_doors_state(self);

    PyErr_SetNone(state->Error);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
doors_traverse(PyObject *module, visitproc visit, void *arg)
{
    doors_state *state = get_doors_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
doors_clear(PyObject *module)
{
    doors_state *state = get_doors_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
doors_free(void *module)
{
    doors_clear((PyObject *)module);
}

static struct PyModuleDef doors_module = {
    PyModuleDef_HEAD_INIT, "doors", NULL, sizeof(doors_state), functions, NULL,
    doors_traverse, doors_clear, doors_free
};

PyMODINIT_FUNC
PyInit_doors(void)
{
    doors_state *state;
    PyObject *module = PyModule_Create(&doors_module);
    if (module == NULL)
        FAILED;
    state = get_doors_state(module);

    state->Error = PyErr_NewException("doors.Error", NULL, NULL);
    if (state->Error == NULL)
        FAILED;
    PyObject *Warning = PyErr_NewException("doors.Warning", NULL, NULL);
    if (Warning == NULL)
        FAILED;
    if (PyModule_AddObjectRef(module, "Error", state->Error) < 0) {
        Py_DECREF(Warning);
        FAILED;
    }
    if (PyModule_AddObject(module, "Warning", Warning) < 0) {
        Py_DECREF(Warning);
        FAILED;
    }
    return module;
}
