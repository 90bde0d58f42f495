#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *readings;  /* borrowed: the module owns this state */
    PyObject *BadReading;
} module_kept_and_searched_state;

static inline module_kept_and_searched_state *
get_module_kept_and_searched_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_kept_and_searched_state *)state;
}

static inline module_kept_and_searched_state *
get_module_kept_and_searched_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (module_kept_and_searched_state *)state;
}

static struct PyModuleDef readings_definition;

typedef struct {
    PyObject_HEAD
    long value;
} Reading;

static int
count(module_kept_and_searched_state *state, long value)
{
    PyObject *before = PyObject_GetAttrString(state->readings, "total"), *added = PyLong_FromLong(value), *total = NULL;
    int result = -1;

    if (before != NULL && added != NULL && (total = PyNumber_Add(before, added)) != NULL) {
        result = PyObject_SetAttrString(state->readings, "total", total);
    }
    Py_XDECREF(before);
    Py_XDECREF(added);
    Py_XDECREF(total);
    return result;
}

static int
Reading_init(Reading *self, PyObject *args, PyObject *kwargs)
{
    module_kept_and_searched_state *state =
        get_module_kept_and_searched_state_by_type(Py_TYPE(self));

    if (!PyArg_ParseTuple(args, "l", &self->value)) {
        PyErr_SetString(state->BadReading, "no number");
        return -1;
    }
    return count(state, self->value);
}

static PyObject *
Reading_value(Reading *self, PyObject *unused)
{
    return PyLong_FromLong(self->value);
}

static PyObject *
Reading_origin(Reading *self, PyObject *unused)
{
    module_kept_and_searched_state *state =
        get_module_kept_and_searched_state_by_type(Py_TYPE(self));

    Py_INCREF(state->readings);
    return state->readings;
}

static PyMethodDef Reading_methods[] = {
    {"value", (PyCFunction)Reading_value, METH_NOARGS, NULL},
    {"origin", (PyCFunction)Reading_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Reading_slots[] = {
    {Py_tp_init, Reading_init},
    {Py_tp_methods, Reading_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Reading_spec = {
    .name = "module_kept_and_searched.Reading",
    .basicsize = sizeof(Reading),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reading_slots,
};

static PyObject *
own_name(PyObject *self, PyObject *unused)
{
    module_kept_and_searched_state *state = get_module_kept_and_searched_state(self);

    return PyModule_GetNameObject(state->readings);
}

static PyMethodDef readings_functions[] = {
    {"own_name", own_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_kept_and_searched_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_kept_and_searched_state *state = get_module_kept_and_searched_state(module);
    Py_VISIT(state->BadReading);
    return 0;
}

static int
module_kept_and_searched_clear(PyObject *module)
{
    module_kept_and_searched_state *state = get_module_kept_and_searched_state(module);
    Py_CLEAR(state->BadReading);
    return 0;
}

static void
module_kept_and_searched_free(void *module)
{
    module_kept_and_searched_clear((PyObject *)module);
}

static int module_kept_and_searched_exec(PyObject *m);

static PyModuleDef_Slot module_kept_and_searched_slots[] = {
    {Py_mod_exec, module_kept_and_searched_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef readings_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_kept_and_searched",
    .m_size = sizeof(module_kept_and_searched_state),
    .m_methods = readings_functions,
    .m_traverse = module_kept_and_searched_traverse,
    .m_clear = module_kept_and_searched_clear,
    .m_free = module_kept_and_searched_free,
    .m_slots = module_kept_and_searched_slots,
};

static int
module_kept_and_searched_exec(PyObject *m)
{
    module_kept_and_searched_state *state = get_module_kept_and_searched_state(m);

    state->readings = m;
    PyTypeObject *Reading_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Reading_spec, NULL);
    if (Reading_Type == NULL) {
        goto fail;
    }
    state->BadReading = PyErr_NewException("module_kept_and_searched.BadReading", PyExc_ValueError,
                                           NULL);
    if (state->BadReading == NULL || PyModule_AddIntConstant(state->readings, "total", 0) < 0) {
        Py_DECREF(Reading_Type);
        goto fail;
    }
    if (PyModule_AddObject(m, "Reading", (PyObject *)Reading_Type) < 0) {
        Py_DECREF(Reading_Type);
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_module_kept_and_searched(void)
{
    return PyModuleDef_Init(&readings_definition);
}
