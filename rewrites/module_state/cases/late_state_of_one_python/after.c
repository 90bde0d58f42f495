/* The struct stands below what needs it, and the accessor in a group whose other branch holds a comment alone. */
#include <Python.h>

struct module_state {
    PyObject *error;
    PyObject *EmptyError;
};

#if PY_MAJOR_VERSION >= 3
#define GETSTATE(m) ((struct module_state*)PyModule_GetState(m))
#else
/* not needed */
#endif

static PyObject *
take(PyObject *self, PyObject *noargs)
{
    struct module_state *state = GETSTATE(self);

    PyErr_SetString(state->EmptyError, "nothing is left");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"take", take, METH_NOARGS, NULL},
    {NULL, NULL}
};

static int shelf_traverse(PyObject *m, visitproc visit, void *arg) {
    Py_VISIT(GETSTATE(m)->EmptyError);
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int shelf_clear(PyObject *m) {
    Py_CLEAR(GETSTATE(m)->EmptyError);
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}


static int shelf_exec(PyObject *module);
static PyModuleDef_Slot shelf_slots[] = {{Py_mod_exec, shelf_exec}, {0, NULL}};

static void
shelfmodule_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "shelf",
        NULL,
        sizeof(struct module_state),
        shelf_methods,
        shelf_slots,
        shelf_traverse,
        shelf_clear,
        shelfmodule_free
};

static int
shelf_exec(PyObject *module)
{
    struct module_state *state = GETSTATE(module);

    state->EmptyError = PyErr_NewException("shelf.EmptyError", NULL, NULL);
    if (state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->EmptyError);
    PyModule_AddObject(module, "EmptyError", state->EmptyError);
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&moduledef);
}
