#include <Python.h>
#include <signal.h>

/* Tickets, with numbers that count up until a signal comes. */

static volatile unsigned long next_number = 1;
static volatile sig_atomic_t closed;

static PyObject *TicketError;

static void
close_office(int number)
{
    closed = 1;
}

static PyObject *
ticket(PyObject *module, PyObject *unused)
{
    if (closed) {
        PyErr_SetString(TicketError, "closed");
        return NULL;
    }
    return PyLong_FromUnsignedLong(next_number++);
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
        PyErr_SetString(TicketError, "no such signal");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"ticket", ticket, METH_NOARGS, NULL},
    {"close_on", close_on, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef office = {
    PyModuleDef_HEAD_INIT, "volatile_numbers", "Tickets.", -1, functions
};

PyMODINIT_FUNC
PyInit_volatile_numbers(void)
{
    PyObject *m = PyModule_Create(&office);

    if (m == NULL) {
        return NULL;
    }
    TicketError = PyErr_NewException("volatile_numbers.TicketError", NULL, NULL);
    if (TicketError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(TicketError);
    if (PyModule_AddObject(m, "TicketError", TicketError) < 0) {
        Py_DECREF(TicketError);
        Py_CLEAR(TicketError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
