/* Python 2's way to give a static type its class, and an object its size: no l-values any more. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_VAR_HEAD
    long items[1];
} RowObject;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Row_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Row_methods[] = {
    {"__reduce__", Row_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Row_Type;
} assigned_type_and_size_state;

static inline assigned_type_and_size_state *
get_assigned_type_and_size_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (assigned_type_and_size_state *)state;
}

static PyType_Slot Row_slots[] = {
    {Py_tp_methods, Row_methods},
    {0, NULL},
};

static PyType_Spec Row_spec = {
    .name = "assigned_type_and_size.Row",
    .basicsize = sizeof(RowObject),
    .itemsize = sizeof(long),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Row_slots,
};

static PyObject *
make_row(PyObject *self, PyObject *arg)
{
    assigned_type_and_size_state *state = get_assigned_type_and_size_state(self);
    RowObject *row = (RowObject *)state->Row_Type->tp_alloc(state->Row_Type, 4);

    if (row == NULL)
        return NULL;
    if (arg == Py_None)
        Py_SET_SIZE((PyVarObject *)row, 3);  /* one less */
    return (PyObject *)row;
}

static PyMethodDef methods[] = {
    {"make_row", make_row, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
assigned_type_and_size_traverse(PyObject *module, visitproc visit, void *arg)
{
    assigned_type_and_size_state *state = get_assigned_type_and_size_state(module);
    Py_VISIT(state->Row_Type);
    return 0;
}

static int
assigned_type_and_size_clear(PyObject *module)
{
    assigned_type_and_size_state *state = get_assigned_type_and_size_state(module);
    Py_CLEAR(state->Row_Type);
    return 0;
}

static void
assigned_type_and_size_free(void *module)
{
    assigned_type_and_size_clear((PyObject *)module);
}

static int assigned_type_and_size_exec(PyObject *module);

static PyModuleDef_Slot assigned_type_and_size_slots[] = {
    {Py_mod_exec, assigned_type_and_size_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "assigned_type_and_size", NULL, sizeof(assigned_type_and_size_state),
    methods, assigned_type_and_size_slots, assigned_type_and_size_traverse,
    assigned_type_and_size_clear, assigned_type_and_size_free
};

static int
assigned_type_and_size_exec(PyObject *module)
{
    assigned_type_and_size_state *state = get_assigned_type_and_size_state(module);
    state->Row_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Row_spec, NULL);
    if (state->Row_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Row_Type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_assigned_type_and_size(void)
{
    return PyModuleDef_Init(&moduledef);
}
