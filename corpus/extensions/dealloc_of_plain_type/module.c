#include <Python.h>

/* Tickets: plain numbers, which go back to the module when nobody holds them any more. */

typedef struct {
    PyObject_HEAD
    long number;
    char data[8];
} Ticket;

static PyTypeObject Ticket_Type;
static PyObject *returned;
static long last_number = 0;
static long lent = 0;

static void
give_back(long number)
{
    PyObject *type, *value, *traceback, *item;

    PyErr_Fetch(&type, &value, &traceback);
    item = PyLong_FromLong(number);
    if (item == NULL || PyList_Append(returned, item) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(item);
    PyErr_Restore(type, value, traceback);
}

static void
Ticket_dealloc(Ticket *self)
{
    lent--;
    if (self->number > 0) {
        give_back(self->number);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Ticket_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Ticket *self;
    Py_ssize_t count;

    if (!PyArg_ParseTuple(args, ":Ticket")) {
        return NULL;
    }
    self = (Ticket *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    lent++;
    count = PyList_GET_SIZE(returned);
    if (count == 0) {
        self->number = ++last_number;
        return (PyObject *)self;
    }
    self->number = PyLong_AsLong(PyList_GET_ITEM(returned, count - 1));
    if (PyList_SetSlice(returned, count - 1, count, NULL) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
Ticket_number(Ticket *self, void *closure)
{
    return PyLong_FromLong(self->number);
}

static int
Ticket_getbuffer(Ticket *self, Py_buffer *view, int flags)
{
    lent++;
    return PyBuffer_FillInfo(view, (PyObject *)self, self->data, sizeof(self->data), 1, flags);
}

static void
Ticket_releasebuffer(Ticket *self, Py_buffer *view)
{
    lent--;
}

static PyBufferProcs Ticket_as_buffer = {
    (getbufferproc)Ticket_getbuffer,
    (releasebufferproc)Ticket_releasebuffer,
};

static PyGetSetDef Ticket_getset[] = {
    {"number", (getter)Ticket_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Ticket_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_of_plain_type.Ticket",
    .tp_basicsize = sizeof(Ticket),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Ticket_new,
    .tp_dealloc = (destructor)Ticket_dealloc,
    .tp_as_buffer = &Ticket_as_buffer,
    .tp_getset = Ticket_getset,
};

static PyObject *
tickets_lent(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(lent);
}

static PyMethodDef methods[] = {
    {"lent", tickets_lent, METH_NOARGS, "lent() -> number of tickets and views of them"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef tickets_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_of_plain_type",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_dealloc_of_plain_type(void)
{
    PyObject *module;

    if (PyType_Ready(&Ticket_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&tickets_module);
    if (module == NULL) {
        return NULL;
    }
    returned = PyList_New(0);
    if (returned == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Ticket_Type);
    if (PyModule_AddObject(module, "Ticket", (PyObject *)&Ticket_Type) < 0) {
        Py_DECREF(&Ticket_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
