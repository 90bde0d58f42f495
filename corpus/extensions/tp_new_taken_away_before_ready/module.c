#include <Python.h>

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

/* Tickets are drawn; nobody makes them. */
static PyTypeObject TicketType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tp_new_taken_away_before_ready.Ticket",
    .tp_basicsize = sizeof(Ticket),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Ticket_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject StubType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tp_new_taken_away_before_ready.Stub",
    .tp_basicsize = sizeof(Ticket),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Ticket_methods,
};

static PyObject *
draw(PyObject *module, PyObject *number)
{
    Ticket *ticket = PyObject_New(Ticket, &TicketType);
    if (ticket == NULL)
        return NULL;
    ticket->number = PyLong_AsLong(number);
    return (PyObject *)ticket;
}

static PyObject *
tear(PyObject *module, PyObject *number)
{
    Ticket *stub = PyObject_New(Ticket, &StubType);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tp_new_taken_away_before_ready",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_tp_new_taken_away_before_ready(void)
{
    PyObject *module;

    TicketType.tp_new = NULL;
    StubType.tp_init = NULL;
    StubType.tp_new = 0;
    if (PyType_Ready(&TicketType) < 0 || PyType_Ready(&StubType) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    return module;
}
