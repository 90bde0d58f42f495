/* A table that begins empty and keeps what is made for it; a local variable still points there at the end. */
#include <Python.h>

typedef struct {
    PyObject *numbers[16];
} table_filled_when_asked_state;

static inline table_filled_when_asked_state *
get_table_filled_when_asked_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_filled_when_asked_state *)state;
}

static PyObject *
doubled(PyObject *module, PyObject *given)
{
    table_filled_when_asked_state *state = get_table_filled_when_asked_state(module);
    PyObject *number;
    long index = PyLong_AsLong(given);

    if (index < 0 || index >= 16) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_IndexError, "only up to 15");
        return NULL;
    }
    if ((number = state->numbers[index]) == NULL) {
        number = PyLong_FromLong(2 * index);
        if (number == NULL)
            return NULL;
        state->numbers[index] = number;
    }
    return PyNumber_Absolute(number);
}

static PyMethodDef functions[] = {
    {"doubled", doubled, METH_O, NULL},
    {NULL, NULL}
};

static int
table_filled_when_asked_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_filled_when_asked_state *state = get_table_filled_when_asked_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->numbers) / sizeof(state->numbers[0]); i++) {
        Py_VISIT(state->numbers[i]);
    }
    return 0;
}

static int
table_filled_when_asked_clear(PyObject *module)
{
    table_filled_when_asked_state *state = get_table_filled_when_asked_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->numbers) / sizeof(state->numbers[0]); i++) {
        Py_CLEAR(state->numbers[i]);
    }
    return 0;
}

static void
table_filled_when_asked_free(void *module)
{
    table_filled_when_asked_clear((PyObject *)module);
}

static struct PyModuleDef table_filled_when_asked_module = {
    PyModuleDef_HEAD_INIT, "table_filled_when_asked", NULL, sizeof(table_filled_when_asked_state), functions,
    NULL, table_filled_when_asked_traverse, table_filled_when_asked_clear,
    table_filled_when_asked_free
};

PyMODINIT_FUNC
PyInit_table_filled_when_asked(void)
{
    return PyModule_Create(&table_filled_when_asked_module);
}
