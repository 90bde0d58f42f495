#include <Python.h>
#include <signal.h>

/* Tickets, with numbers that count up until a signal comes. */

typedef struct {
    volatile unsigned long next_number;
    PyObject *TicketError;
} volatile_numbers_state;

static inline volatile_numbers_state *
get_volatile_numbers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (volatile_numbers_state *)state;
}

static volatile sig_atomic_t closed;

static void
close_office(int number)
{
    closed = 1;
}

static PyObject *
ticket(PyObject *module, PyObject *unused)
{
    volatile_numbers_state *state = get_volatile_numbers_state(module);

    if (closed) {
        PyErr_SetString(state->TicketError, "closed");
        return NULL;
    }
    return PyLong_FromUnsignedLong(state->next_number++);
}

static PyObject *
close_on(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    closed = 0;
    if (signal((int)number, close_office) == SIG_ERR) {
        volatile_numbers_state *state = get_volatile_numbers_state(module);

        PyErr_SetString(state->TicketError, "no such signal");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"ticket", ticket, METH_NOARGS, NULL},
    {"close_on", close_on, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
volatile_numbers_traverse(PyObject *module, visitproc visit, void *arg)
{
    volatile_numbers_state *state = get_volatile_numbers_state(module);
    Py_VISIT(state->TicketError);
    return 0;
}

static int
volatile_numbers_clear(PyObject *module)
{
    volatile_numbers_state *state = get_volatile_numbers_state(module);
    Py_CLEAR(state->TicketError);
    return 0;
}

static void
volatile_numbers_free(void *module)
{
    volatile_numbers_clear((PyObject *)module);
}

static int volatile_numbers_exec(PyObject *m);

static PyModuleDef_Slot volatile_numbers_slots[] = {
    {Py_mod_exec, volatile_numbers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef office = {
    PyModuleDef_HEAD_INIT, "volatile_numbers", "Tickets.",
    sizeof(volatile_numbers_state), functions,
    volatile_numbers_slots, volatile_numbers_traverse, volatile_numbers_clear,
    volatile_numbers_free
};

static int
volatile_numbers_exec(PyObject *m)
{
    volatile_numbers_state *state = get_volatile_numbers_state(m);

    state->next_number = 1;
    state->TicketError = PyErr_NewException("volatile_numbers.TicketError", NULL,
                                            NULL);
    if (state->TicketError == NULL) {
        return -1;
    }
    Py_INCREF(state->TicketError);
    if (PyModule_AddObject(m, "TicketError", state->TicketError) < 0) {
        Py_DECREF(state->TicketError);
        Py_CLEAR(state->TicketError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_volatile_numbers(void)
{
    return PyModuleDef_Init(&office);
}
