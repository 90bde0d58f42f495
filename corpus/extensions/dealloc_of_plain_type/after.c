#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Tickets: plain numbers, which go back to the module when nobody holds them any more. */

typedef struct {
    PyObject_HEAD
    long number;
    char data[8];
} Ticket;

typedef struct {
    PyObject *returned;
    long last_number;
    long lent;
} dealloc_of_plain_type_state;

static inline dealloc_of_plain_type_state *
get_dealloc_of_plain_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dealloc_of_plain_type_state *)state;
}

static inline dealloc_of_plain_type_state *
get_dealloc_of_plain_type_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (dealloc_of_plain_type_state *)state;
}

static void
give_back(dealloc_of_plain_type_state *state, long number)
{
    PyObject *type, *value, *traceback, *item;

    PyErr_Fetch(&type, &value, &traceback);
    item = PyLong_FromLong(number);
    if (item == NULL || PyList_Append(state->returned, item) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(item);
    PyErr_Restore(type, value, traceback);
}

static void
Ticket_dealloc(Ticket *self)
{
    dealloc_of_plain_type_state *state =
        get_dealloc_of_plain_type_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    state->lent--;
    if (self->number > 0) {
        give_back(state, self->number);
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Ticket_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    dealloc_of_plain_type_state *state = get_dealloc_of_plain_type_state_by_type(type);
    Ticket *self;
    Py_ssize_t count;

    if (!PyArg_ParseTuple(args, ":Ticket")) {
        return NULL;
    }
    self = (Ticket *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    state->lent++;
    count = PyList_GET_SIZE(state->returned);
    if (count == 0) {
        self->number = ++state->last_number;
        return (PyObject *)self;
    }
    self->number = PyLong_AsLong(PyList_GET_ITEM(state->returned, count - 1));
    if (PyList_SetSlice(state->returned, count - 1, count, NULL) < 0) {
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
    dealloc_of_plain_type_state *state =
        get_dealloc_of_plain_type_state_by_type(Py_TYPE(self));

    state->lent++;
    return PyBuffer_FillInfo(view, (PyObject *)self, self->data, sizeof(self->data), 1, flags);
}

static void
Ticket_releasebuffer(Ticket *self, Py_buffer *view)
{
    dealloc_of_plain_type_state *state =
        get_dealloc_of_plain_type_state_by_type(Py_TYPE(self));

    state->lent--;
}

static PyGetSetDef Ticket_getset[] = {
    {"number", (getter)Ticket_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Ticket_slots[] = {
    {Py_tp_new, Ticket_new},
    {Py_tp_dealloc, Ticket_dealloc},
    {Py_tp_getset, Ticket_getset},
    {Py_bf_getbuffer, Ticket_getbuffer},
    {Py_bf_releasebuffer, Ticket_releasebuffer},
    {0, NULL},
};

static PyType_Spec Ticket_spec = {
    .name = "dealloc_of_plain_type.Ticket",
    .basicsize = sizeof(Ticket),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Ticket_slots,
};

static PyObject *
tickets_lent(PyObject *module, PyObject *ignored)
{
    dealloc_of_plain_type_state *state = get_dealloc_of_plain_type_state(module);

    return PyLong_FromLong(state->lent);
}

static PyMethodDef methods[] = {
    {"lent", tickets_lent, METH_NOARGS, "lent() -> number of tickets and views of them"},
    {NULL, NULL, 0, NULL}
};

static int
dealloc_of_plain_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    dealloc_of_plain_type_state *state = get_dealloc_of_plain_type_state(module);
    Py_VISIT(state->returned);
    return 0;
}

static int
dealloc_of_plain_type_clear(PyObject *module)
{
    dealloc_of_plain_type_state *state = get_dealloc_of_plain_type_state(module);
    Py_CLEAR(state->returned);
    return 0;
}

static void
dealloc_of_plain_type_free(void *module)
{
    dealloc_of_plain_type_clear((PyObject *)module);
}

static int dealloc_of_plain_type_exec(PyObject *module);

static PyModuleDef_Slot dealloc_of_plain_type_slots[] = {
    {Py_mod_exec, dealloc_of_plain_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tickets_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_of_plain_type",
    .m_size = sizeof(dealloc_of_plain_type_state),
    .m_methods = methods,
    .m_traverse = dealloc_of_plain_type_traverse,
    .m_clear = dealloc_of_plain_type_clear,
    .m_free = dealloc_of_plain_type_free,
    .m_slots = dealloc_of_plain_type_slots,
};

static int
dealloc_of_plain_type_exec(PyObject *module)
{
    dealloc_of_plain_type_state *state = get_dealloc_of_plain_type_state(module);

    PyTypeObject *Ticket_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Ticket_spec, NULL);
    if (Ticket_Type == NULL) {
        return -1;
    }
    state->returned = PyList_New(0);
    if (state->returned == NULL) {
        Py_DECREF(Ticket_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Ticket", (PyObject *)Ticket_Type) < 0) {
        Py_DECREF(Ticket_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_dealloc_of_plain_type(void)
{
    return PyModuleDef_Init(&tickets_module);
}
