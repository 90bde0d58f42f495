/* What only the initialisation names needs no state: the module takes it over, or it is released after its last use. */
#include <Python.h>

typedef struct {
    PyObject *Error;
    PyObject *Closed;
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
    Py_VISIT(state->Closed);
    return 0;
}

static int
doors_clear(PyObject *module)
{
    doors_state *state = get_doors_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Closed);
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
        return NULL;
    state = get_doors_state(module);

    /* One that others derive from, and that nobody is given. */
    PyObject *Base = PyErr_NewException("doors.Base", NULL, NULL);
    if (Base == NULL)
        goto error;
    state->Error = PyErr_NewException("doors.Error", Base, NULL);
    Py_DECREF(Base);
    if (state->Error == NULL)
        goto error;

    /* One that the module gets last. */
    PyObject *Warning = PyErr_NewException("doors.Warning", NULL, NULL);
    if (Warning == NULL)
        goto error;
    if (PyModule_AddStringConstant(module, "version", "1.0") < 0) {
        Py_DECREF(Warning);
        goto error;
    }
    if (PyModule_AddObject(module, "Warning", Warning) < 0) {
        Py_DECREF(Warning);
        goto error;
    }

    /* One that is used when the module has it already. */
    state->Closed = PyErr_NewException("doors.Closed", NULL, NULL);
    if (state->Closed == NULL) goto error;
    Py_INCREF(state->Closed);
    if (PyModule_AddObject(module, "Closed", state->Closed) < 0) goto error;
    if (PyModule_AddObjectRef(module, "Shut", state->Closed) < 0) goto error;

    /* One of which the module takes references of its own. */
    PyObject *limit = PyLong_FromLong(4);
    if (!limit)
        goto error;
    if (PyModule_AddObjectRef(module, "limit", limit) < 0) {
        Py_DECREF(limit);
        goto error;
    }
    Py_DECREF(limit);

    /* One that the module got although nothing had counted that. */
    PyObject *Gift = PyErr_NewException("doors.Gift", NULL, NULL);
    if (Gift == NULL)
        goto error;
    if (PyModule_AddObject(module, "Gift", Gift) < 0) {
        Py_DECREF(Gift);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
