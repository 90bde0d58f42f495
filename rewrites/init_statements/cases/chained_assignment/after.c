/* One statement makes the module and keeps it in two variables, of which one is the process's. */
#include <Python.h>

typedef struct {
    PyObject *chained;  /* borrowed: the module owns this state */
} chained_assignment_state;

static inline chained_assignment_state *
get_chained_assignment_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (chained_assignment_state *)state;
}

static PyObject *
own_name(PyObject *self, PyObject *unused)
{
    chained_assignment_state *state = get_chained_assignment_state(self);

    return PyModule_GetNameObject(state->chained);
}

static PyMethodDef chained_functions[] = {
    {"own_name", own_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int chained_assignment_exec(PyObject *m);

static PyModuleDef_Slot chained_assignment_slots[] = {
    {Py_mod_exec, chained_assignment_exec},
    {0, NULL}
};

static struct PyModuleDef chained_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "chained_assignment",
    .m_size = sizeof(chained_assignment_state),
    .m_methods = chained_functions,
    .m_slots = chained_assignment_slots,
};

static int
chained_assignment_exec(PyObject *m)
{
    chained_assignment_state *state = get_chained_assignment_state(m);

    state->chained = m;
    if (PyModule_AddIntConstant(m, "LINKS", 2) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_chained_assignment(void)
{
    return PyModuleDef_Init(&chained_definition);
}
