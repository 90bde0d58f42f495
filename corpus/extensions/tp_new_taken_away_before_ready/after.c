#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long number;
} Ticket;

static PyObject *
Ticket_number(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Ticket *)self)->number);
}

static PyMethodDef Ticket_methods[] = {
    {"number", Ticket_number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    PyTypeObject *TicketType;
    PyTypeObject *StubType;
} tp_new_taken_away_before_ready_state;

static inline tp_new_taken_away_before_ready_state *
get_tp_new_taken_away_before_ready_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tp_new_taken_away_before_ready_state *)state;
}

/* Tickets are drawn; nobody makes them. */
static PyType_Slot Ticket_slots[] = {
    {Py_tp_methods, Ticket_methods},
    {0, NULL},
};

static PyType_Spec Ticket_spec = {
    .name = "tp_new_taken_away_before_ready.Ticket",
    .basicsize = sizeof(Ticket),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Ticket_slots,
};

static PyType_Slot Stub_slots[] = {
    {Py_tp_methods, Ticket_methods},
    {0, NULL},
};

static PyType_Spec Stub_spec = {
    .name = "tp_new_taken_away_before_ready.Stub",
    .basicsize = sizeof(Ticket),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stub_slots,
};

static PyObject *
draw(PyObject *module, PyObject *number)
{
    tp_new_taken_away_before_ready_state *state =
        get_tp_new_taken_away_before_ready_state(module);
    Ticket *ticket =
        (Ticket *)state->TicketType->tp_alloc(state->TicketType, 0);
    if (ticket == NULL)
        return NULL;
    ticket->number = PyLong_AsLong(number);
    return (PyObject *)ticket;
}

static PyObject *
tear(PyObject *module, PyObject *number)
{
    tp_new_taken_away_before_ready_state *state =
        get_tp_new_taken_away_before_ready_state(module);
    Ticket *stub = (Ticket *)state->StubType->tp_alloc(state->StubType, 0);
    if (stub == NULL)
        return NULL;
    stub->number = PyLong_AsLong(number);
    return (PyObject *)stub;
}

static PyMethodDef functions[] = {
    {"draw", draw, METH_O, "Draw a ticket."},
    {"tear", tear, METH_O, "Tear off a stub."},
    {NULL, NULL, 0, NULL}
};

static int
tp_new_taken_away_before_ready_traverse(PyObject *module, visitproc visit,
                                        void *arg)
{
    tp_new_taken_away_before_ready_state *state =
        get_tp_new_taken_away_before_ready_state(module);
    Py_VISIT(state->TicketType);
    Py_VISIT(state->StubType);
    return 0;
}

static int
tp_new_taken_away_before_ready_clear(PyObject *module)
{
    tp_new_taken_away_before_ready_state *state =
        get_tp_new_taken_away_before_ready_state(module);
    Py_CLEAR(state->TicketType);
    Py_CLEAR(state->StubType);
    return 0;
}

static void
tp_new_taken_away_before_ready_free(void *module)
{
    tp_new_taken_away_before_ready_clear((PyObject *)module);
}

static int tp_new_taken_away_before_ready_exec(PyObject *module);

static PyModuleDef_Slot tp_new_taken_away_before_ready_slots[] = {
    {Py_mod_exec, tp_new_taken_away_before_ready_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tp_new_taken_away_before_ready",
    .m_size = sizeof(tp_new_taken_away_before_ready_state),
    .m_methods = functions,
    .m_traverse = tp_new_taken_away_before_ready_traverse,
    .m_clear = tp_new_taken_away_before_ready_clear,
    .m_free = tp_new_taken_away_before_ready_free,
    .m_slots = tp_new_taken_away_before_ready_slots,
};

static int
tp_new_taken_away_before_ready_exec(PyObject *module)
{
    tp_new_taken_away_before_ready_state *state =
        get_tp_new_taken_away_before_ready_state(module);

    state->TicketType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Ticket_spec, NULL);
    if (state->TicketType == NULL)
        return -1;
    state->StubType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stub_spec, NULL);
    if (state->StubType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->TicketType->tp_new = NULL;
    state->StubType->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_tp_new_taken_away_before_ready(void)
{
    return PyModuleDef_Init(&definition);
}
