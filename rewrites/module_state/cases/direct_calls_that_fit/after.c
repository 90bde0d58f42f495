/* Functions of tables that C code calls with what CPython would give them: its own module, objects and types. */
#include <Python.h>

typedef struct {
    PyObject *error;
} direct_calls_that_fit_state;

static inline direct_calls_that_fit_state *
get_direct_calls_that_fit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (direct_calls_that_fit_state *)state;
}

static inline direct_calls_that_fit_state *
get_direct_calls_that_fit_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (direct_calls_that_fit_state *)state;
}

typedef struct {
    PyObject_HEAD
    long count;
} TallyObject;

static PyObject *
tally_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    TallyObject *self;

    if (args != NULL && PyTuple_GET_SIZE(args) > 0) {
        direct_calls_that_fit_state *state =
            get_direct_calls_that_fit_state_by_type(type);

        PyErr_SetString(state->error, "no arguments");
        return NULL;
    }
    self = (TallyObject *)type->tp_alloc(type, 0);
    return (PyObject *)self;
}

static PyObject *
tally_add(PyObject *self, PyObject *number)
{
    long value = PyLong_AsLong(number);

    if (value < 0) {
        direct_calls_that_fit_state *state =
            get_direct_calls_that_fit_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->error, "not a natural number");
        return NULL;
    }
    ((TallyObject *)self)->count += value;
    Py_RETURN_NONE;
}

static PyObject *
tally_copy(TallyObject *self, PyObject *Py_UNUSED(ignored))
{
    TallyObject *copy = (TallyObject *)tally_new(Py_TYPE(self), NULL, NULL);
    PyObject *number = PyLong_FromLong(self->count);

    Py_XDECREF(tally_add((PyObject *)copy, number));
    Py_DECREF(number);
    return (PyObject *)copy;
}

static PyMethodDef tally_methods[] = {
    {"add", tally_add, METH_O, NULL},
    {"copy", (PyCFunction)tally_copy, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot tally_slots[] = {
    {Py_tp_new, tally_new},
    {Py_tp_methods, tally_methods},
    {0, NULL}
};

static PyType_Spec tally_spec = {
    .name = "direct_calls_that_fit.Tally",
    .basicsize = sizeof(TallyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = tally_slots,
};

static PyObject *
fail(PyObject *module, PyObject *message)
{
    direct_calls_that_fit_state *state =
        get_direct_calls_that_fit_state(module);

    PyErr_SetObject(state->error, message);
    return NULL;
}

static PyObject *
fail_in_helper(PyObject *where, PyObject *message)
{
    return fail(where, message);
}

static PyObject *
fail_again(PyObject *module, PyObject *message)
{
    return fail_in_helper(module, message);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {"fail_again", fail_again, METH_O, NULL},
    {NULL}
};

static int
direct_calls_that_fit_traverse(PyObject *module, visitproc visit, void *arg)
{
    direct_calls_that_fit_state *state =
        get_direct_calls_that_fit_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
direct_calls_that_fit_clear(PyObject *module)
{
    direct_calls_that_fit_state *state =
        get_direct_calls_that_fit_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
direct_calls_that_fit_free(void *module)
{
    direct_calls_that_fit_clear((PyObject *)module);
}

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "direct_calls_that_fit",
    .m_size = sizeof(direct_calls_that_fit_state),
    .m_methods = functions,
    .m_traverse = direct_calls_that_fit_traverse,
    .m_clear = direct_calls_that_fit_clear,
    .m_free = direct_calls_that_fit_free,
};

PyMODINIT_FUNC
PyInit_direct_calls_that_fit(void)
{
    direct_calls_that_fit_state *state;
    PyObject *module = PyModule_Create(&tally_module);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    state = get_direct_calls_that_fit_state(module);
    state->error = PyErr_NewException("direct_calls_that_fit.error", NULL,
                                      NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, &tally_spec, NULL);
    if (type == NULL || PyModule_AddObject(module, "Tally", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
