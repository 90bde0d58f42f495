/* The module's state is declared behind what needs it, in a group for Python 3. */
#include <Python.h>

struct shelf_state {
    PyObject *error;
};

static inline struct shelf_state *
get_state_struct_in_a_group_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct shelf_state *)state;
}

static PyObject *
shelf_fail(PyObject *self, PyObject *unused)
{
    struct shelf_state *state = get_state_struct_in_a_group_state(self);

    PyErr_SetString(state->error, "nothing there");
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3

static int
shelf_traverse(PyObject *m, visitproc visit, void *arg)
{
    struct shelf_state *state = get_state_struct_in_a_group_state(m);
    Py_VISIT(state->error);
    return 0;
}

static int
shelf_clear(PyObject *m)
{
    struct shelf_state *state = get_state_struct_in_a_group_state(m);
    Py_CLEAR(state->error);
    return 0;
}

static void
state_struct_in_a_group_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    "state_struct_in_a_group",
    NULL,
    sizeof(struct shelf_state),
    shelf_methods,
    NULL,
    shelf_traverse,
    shelf_clear,
    state_struct_in_a_group_free
};

#define INITERROR return NULL

PyMODINIT_FUNC
PyInit_state_struct_in_a_group(void)

#else

#define INITERROR return

void
initstate_struct_in_a_group(void)

#endif
{
    struct shelf_state *state;
#if PY_MAJOR_VERSION >= 3
    PyObject *module = PyModule_Create(&shelf_module);
#else
    PyObject *module = Py_InitModule3("state_struct_in_a_group", shelf_methods, 0);
#endif

    if (module == NULL)
        INITERROR;
    state = get_state_struct_in_a_group_state(module);
    state->error = PyErr_NewException("state_struct_in_a_group.Error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        INITERROR;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        Py_DECREF(module);
        INITERROR;
    }
#if PY_MAJOR_VERSION >= 3
    return module;
#endif
}
