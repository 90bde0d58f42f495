/* What is made for a dictionary stays in that: nothing takes the reference that the function gives. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long number;
} Item;

struct names_state {
    PyObject *names;
    PyTypeObject *Item_Type;
};

static inline struct names_state *
get_results_that_nothing_takes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct names_state *)state;
}

static int
Item_traverse(Item *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Item_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Item_methods[] = {
    {"__reduce__", Item_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Item_slots[] = {
    {Py_tp_traverse, Item_traverse},
    {Py_tp_methods, Item_methods},
    {0, NULL},
};

static PyType_Spec Item_spec = {
    .name = "results_that_nothing_takes.Item",
    .basicsize = sizeof(Item),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Item_slots,
};

static Item *
item_new(struct names_state *state, PyObject *names, const char *name, long number)
{
    Item *self = (Item *)state->Item_Type->tp_alloc(state->Item_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->number = number;
    if (PyDict_SetItemString(names, name, (PyObject *)self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return self;
}

static int
add_item(struct names_state *state, PyObject *names, const char *name, long number)
{
    Item *item = item_new(state, names, name, number);
    if (!item)
        return -1;
    Py_DECREF(item);
    return 0;
}

/* Gives what the dictionary owns. */
static PyObject *
find_item(PyObject *names, const char *name)
{
    return PyDict_GetItemString(names, name);
}

static int
results_that_nothing_takes_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct names_state *state = get_results_that_nothing_takes_state(module);
    Py_VISIT(state->Item_Type);
    return 0;
}

static int
results_that_nothing_takes_clear(PyObject *module)
{
    struct names_state *state = get_results_that_nothing_takes_state(module);
    Py_CLEAR(state->Item_Type);
    return 0;
}

static void
results_that_nothing_takes_free(void *module)
{
    results_that_nothing_takes_clear((PyObject *)module);
}

static int results_that_nothing_takes_exec(PyObject *module);

static PyModuleDef_Slot results_that_nothing_takes_slots[] = {
    {Py_mod_exec, results_that_nothing_takes_exec},
    {0, NULL}
};

static struct PyModuleDef names_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_that_nothing_takes",
    .m_size = sizeof(struct names_state),
    .m_traverse = results_that_nothing_takes_traverse,
    .m_clear = results_that_nothing_takes_clear,
    .m_free = results_that_nothing_takes_free,
    .m_slots = results_that_nothing_takes_slots,
};

static int
results_that_nothing_takes_exec(PyObject *module)
{
    struct names_state *state = get_results_that_nothing_takes_state(module);
    PyObject *names;
    long number;

    state->Item_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Item_spec, NULL);
    if (state->Item_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Item_Type->tp_new = NULL;
#endif
    names = PyModule_GetDict(module);
    for (number = 0; number < 2; number++)
        Py_XDECREF(item_new(state, names, number ? "one" : "none", number));
    Py_XDECREF(item_new(state, names, "two", 2));
    find_item(names, "two");
    if (add_item(state, names, "three", 3) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_results_that_nothing_takes(void)
{
    return PyModuleDef_Init(&names_module);
}
