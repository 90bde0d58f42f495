/* Devices know each other: opening one that is open gives the same again. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct Device {
    PyObject_HEAD
    int number;
    struct Device *next;
    struct Device *prev;
} Device;

typedef struct {
    PyTypeObject *Device_Type;

    /* All devices that are open. */
    Device *devices;

    /* The one that was asked last. */
    Device *last;
} chain_of_live_instances_state;

static inline chain_of_live_instances_state *
get_chain_of_live_instances_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (chain_of_live_instances_state *)state;
}

static inline chain_of_live_instances_state *
get_chain_of_live_instances_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (chain_of_live_instances_state *)state;
}

static PyObject *
device_open(PyObject *module, PyObject *args)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);
    Device *cur, *self;
    int number;

    if (!PyArg_ParseTuple(args, "i", &number)) {
        return NULL;
    }
    cur = state->devices;
    while (cur) {
        if (cur->number == number) {
            Py_INCREF(cur);
            return (PyObject *)cur;
        }
        cur = cur->next;
    }
    self = (Device *)state->Device_Type->tp_alloc(state->Device_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->number = number;
    self->prev = NULL;
    self->next = state->devices;
    if (state->devices) {
        state->devices->prev = self;
    }
    state->devices = self;
    return (PyObject *)self;
}

static PyObject *
device_count(PyObject *module, PyObject *unused)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);
    Device *cur;
    long count = 0;

    for (cur = state->devices; cur != NULL; cur = cur->next) {
        count++;
    }
    return PyLong_FromLong(count);
}

static PyObject *
device_last(PyObject *module, PyObject *unused)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);

    return PyLong_FromLong(state->last != NULL ? state->last->number : -1);
}

static void
device_dealloc(PyObject *self)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    Device *device = (Device *)self;

    if (device == state->last) {
        state->last = NULL;
    }
    if (device->prev) {
        device->prev->next = device->next;
    }
    else {
        state->devices = device->next;
    }
    if (device->next) {
        device->next->prev = device->prev;
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
device_ask(PyObject *self, PyObject *unused)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state_by_type(Py_TYPE(self));
    Device *device = (Device *)self;

    state->last = device;
    return PyLong_FromLong(device->number);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Device_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef device_methods[] = {
    {"ask", device_ask, METH_NOARGS, NULL},
    {"__reduce__", Device_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Device_slots[] = {
    {Py_tp_dealloc, device_dealloc},
    {Py_tp_methods, device_methods},
    {0, NULL},
};

static PyType_Spec Device_spec = {
    .name = "chain_of_live_instances.Device",
    .basicsize = sizeof(Device),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Device_slots,
};

static PyMethodDef functions[] = {
    {"open", device_open, METH_VARARGS, NULL},
    {"count", device_count, METH_NOARGS, NULL},
    {"last", device_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
chain_of_live_instances_traverse(PyObject *module, visitproc visit, void *arg)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);
    Py_VISIT(state->Device_Type);
    return 0;
}

static int
chain_of_live_instances_clear(PyObject *module)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);
    Py_CLEAR(state->Device_Type);
    return 0;
}

static void
chain_of_live_instances_free(void *module)
{
    chain_of_live_instances_clear((PyObject *)module);
}

static int chain_of_live_instances_exec(PyObject *module);

static PyModuleDef_Slot chain_of_live_instances_slots[] = {
    {Py_mod_exec, chain_of_live_instances_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "chain_of_live_instances",
    .m_size = sizeof(chain_of_live_instances_state),
    .m_methods = functions,
    .m_traverse = chain_of_live_instances_traverse,
    .m_clear = chain_of_live_instances_clear,
    .m_free = chain_of_live_instances_free,
    .m_slots = chain_of_live_instances_slots,
};

static int
chain_of_live_instances_exec(PyObject *module)
{
    chain_of_live_instances_state *state =
        get_chain_of_live_instances_state(module);

    state->Device_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Device_spec, NULL);
    if (state->Device_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Device_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Device_Type);
    if (PyModule_AddObject(module, "Device",
                           (PyObject *)state->Device_Type) < 0) {
        Py_DECREF(state->Device_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_chain_of_live_instances(void)
{
    return PyModuleDef_Init(&definition);
}
