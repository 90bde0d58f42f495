#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *LimitError;
    long limit;
    PyObject *module;  /* borrowed: the module owns this state */
} limits_state;

static struct PyModuleDef limits_module;

#define limits_state(o) ((limits_state *)PyModule_GetState(o))

static inline limits_state *
limits_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (limits_state *)state;
}

typedef struct {
    PyObject_HEAD
    long value;
} Counter;

static int
check_limit(limits_state *state, long value)
{
    if (value > state->limit) {
        PyErr_Format(state->LimitError, "%ld is too much", value);
        return -1;
    }
    return 0;
}

static PyObject *
Counter_add(Counter *self, PyObject *amount)
{
    limits_state *state = limits_state_by_type(Py_TYPE(self));
    long value = PyLong_AsLong(amount);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    if (check_limit(state, self->value + value) < 0)
        return NULL;
    self->value += value;
    return PyLong_FromLong(self->value);
}

static PyObject *
Counter_module(Counter *self, PyObject *unused)
{
    limits_state *state = limits_state_by_type(Py_TYPE(self));
    PyObject *module = state->module;

    return PyModule_GetNameObject(module);
}

static PyMethodDef Counter_methods[] = {
    {"add", (PyCFunction)Counter_add, METH_O, NULL},
    {"module", (PyCFunction)Counter_module, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Counter_slots[] = {
    {Py_tp_methods, Counter_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "module_found_by_definition.Counter",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static PyObject *
limits_set(PyObject *self, PyObject *value)
{
    PyObject *module = self;
    long limit = PyLong_AsLong(value);

    if (module == NULL || (limit == -1 && PyErr_Occurred()))
        return NULL;
    limits_state(module)->limit = limit;
    Py_RETURN_NONE;
}

static PyObject *
limits_get(PyObject *self, PyObject *unused)
{
    limits_state *state = (limits_state *)PyModule_GetState(self);

    return PyLong_FromLong(state->limit);
}

static PyObject *
limits_fits(PyObject *self, PyObject *value)
{
    long asked = PyLong_AsLong(value);

    if (asked == -1 && PyErr_Occurred())
        return NULL;
    limits_state *st = limits_state(self);
    return PyBool_FromLong(asked <= st->limit);
}

static PyMethodDef limits_methods[] = {
    {"fits", limits_fits, METH_O, NULL},
    {"set", limits_set, METH_O, NULL},
    {"get", limits_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limits_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(limits_state(m)->LimitError);
    return 0;
}

static int
limits_clear(PyObject *m)
{
    Py_CLEAR(limits_state(m)->LimitError);
    return 0;
}

static void
limits_free(void *m)
{
    limits_clear((PyObject *)m);
}

static int module_found_by_definition_exec(PyObject *module);

static PyModuleDef_Slot module_found_by_definition_slots[] = {
    {Py_mod_exec, module_found_by_definition_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    "module_found_by_definition",
    NULL,
    sizeof(limits_state),
    limits_methods,
    module_found_by_definition_slots,
    limits_traverse,
    limits_clear,
    limits_free
};

static int
module_found_by_definition_exec(PyObject *module)
{
    limits_state *state = limits_state(module);

    state->module = module;
    PyTypeObject *Counter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_spec, NULL);
    if (Counter_Type == NULL)
        goto fail;
    limits_state(module)->limit = 100;
    limits_state(module)->LimitError = PyErr_NewException("module_found_by_definition.LimitError", NULL, NULL);
    if (limits_state(module)->LimitError == NULL) {
        Py_DECREF(Counter_Type);
        goto fail;
    }
    if (PyModule_AddObject(module, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_module_found_by_definition(void)
{
    return PyModuleDef_Init(&limits_module);
}
