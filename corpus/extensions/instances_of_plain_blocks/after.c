#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    Py_XDECREF(self->item);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Box_get(Box *self, PyObject *Py_UNUSED(ignored))
{
    Py_INCREF(self->item);
    return self->item;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"get", (PyCFunction)Box_get, METH_NOARGS, "What is in it."},
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    PyTypeObject *Box_Type;
} instances_of_plain_blocks_state;

static inline instances_of_plain_blocks_state *
get_instances_of_plain_blocks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instances_of_plain_blocks_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "instances_of_plain_blocks.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
make(PyObject *module, PyObject *item)
{
    instances_of_plain_blocks_state *state = get_instances_of_plain_blocks_state(module);
    Box *self = (Box *)PyObject_Malloc(sizeof(Box));

    if (self == NULL)
        return PyErr_NoMemory();
    PyObject_Init((PyObject *)self, state->Box_Type);
    Py_INCREF(item);
    self->item = item;
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"make", make, METH_O, "Put something into a box."},
    {NULL, NULL, 0, NULL}
};

static int
instances_of_plain_blocks_traverse(PyObject *module, visitproc visit, void *arg)
{
    instances_of_plain_blocks_state *state = get_instances_of_plain_blocks_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
instances_of_plain_blocks_clear(PyObject *module)
{
    instances_of_plain_blocks_state *state = get_instances_of_plain_blocks_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
instances_of_plain_blocks_free(void *module)
{
    instances_of_plain_blocks_clear((PyObject *)module);
}

static int instances_of_plain_blocks_exec(PyObject *module);

static PyModuleDef_Slot instances_of_plain_blocks_slots[] = {
    {Py_mod_exec, instances_of_plain_blocks_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "instances_of_plain_blocks", NULL,
    sizeof(instances_of_plain_blocks_state), methods,
    instances_of_plain_blocks_slots, instances_of_plain_blocks_traverse, instances_of_plain_blocks_clear,
    instances_of_plain_blocks_free};

static int
instances_of_plain_blocks_exec(PyObject *module)
{
    instances_of_plain_blocks_state *state = get_instances_of_plain_blocks_state(module);
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_instances_of_plain_blocks(void)
{
    return PyModuleDef_Init(&definition);
}
