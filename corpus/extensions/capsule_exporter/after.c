#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Money. Other extensions get at the type through a capsule. */

typedef struct {
    PyObject_HEAD
    long cents;
} MoneyObject;

typedef struct {
    PyTypeObject *Money_Type;
} capsule_exporter_state;

static struct PyModuleDef money_module;

static inline capsule_exporter_state *
get_capsule_exporter_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_exporter_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline capsule_exporter_state *
get_capsule_exporter_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &money_module);
    assert(module != NULL);
    return get_capsule_exporter_state(module);
}

static inline capsule_exporter_state *
get_capsule_exporter_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &money_module);
        if (module != NULL) {
            return get_capsule_exporter_state(module);
        }
        PyErr_Clear();
    }
    return get_capsule_exporter_state_by_type(second);
}

static int
money_init(MoneyObject *self, PyObject *args, PyObject *kwds)
{
    self->cents = 0;
    return PyArg_ParseTuple(args, "|l:Money", &self->cents) ? 0 : -1;
}

static PyObject *
money_add(PyObject *left, PyObject *right)
{
    capsule_exporter_state *state =
        get_capsule_exporter_state_by_types(Py_TYPE(left), Py_TYPE(right));
    MoneyObject *result;

    if (!PyObject_TypeCheck(left, state->Money_Type) ||
        !PyObject_TypeCheck(right, state->Money_Type))
        Py_RETURN_NOTIMPLEMENTED;
    result = (MoneyObject *)state->Money_Type->tp_alloc(state->Money_Type, 0);
    if (result != NULL)
        result->cents = ((MoneyObject *)left)->cents + ((MoneyObject *)right)->cents;
    return (PyObject *)result;
}

static PyObject *
money_int(MoneyObject *self)
{
    return PyLong_FromLong(self->cents);
}

static PyType_Slot Money_slots[] = {
    {Py_tp_init, money_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_add, money_add},
    {Py_nb_int, money_int},
    {0, NULL},
};

static PyType_Spec Money_spec = {
    .name = "capsule_exporter.Money",
    .basicsize = sizeof(MoneyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Money_slots,
};

static int
capsule_exporter_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_exporter_state *state = get_capsule_exporter_state(module);
    Py_VISIT(state->Money_Type);
    return 0;
}

static int
capsule_exporter_clear(PyObject *module)
{
    capsule_exporter_state *state = get_capsule_exporter_state(module);
    Py_CLEAR(state->Money_Type);
    return 0;
}

static void
capsule_exporter_free(void *module)
{
    capsule_exporter_clear((PyObject *)module);
}

static int capsule_exporter_exec(PyObject *m);

static PyModuleDef_Slot capsule_exporter_slots[] = {
    {Py_mod_exec, capsule_exporter_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef money_module = {
    PyModuleDef_HEAD_INIT, "capsule_exporter", "Money.", sizeof(capsule_exporter_state),
    NULL, capsule_exporter_slots, capsule_exporter_traverse, capsule_exporter_clear,
    capsule_exporter_free
};

static int
capsule_exporter_exec(PyObject *m)
{
    capsule_exporter_state *state = get_capsule_exporter_state(m);
    PyObject *capsule;

    state->Money_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Money_spec, NULL);
    if (state->Money_Type == NULL)
        return -1;
    Py_INCREF(state->Money_Type);
    if (PyModule_AddObject(m, "Money", (PyObject *)state->Money_Type) < 0) {
        Py_DECREF(state->Money_Type);
        goto error;
    }
    capsule = PyCapsule_New((void *)state->Money_Type, "capsule_exporter._money_type",
                            NULL);
    if (capsule == NULL)
        goto error;
    if (PyModule_AddObject(m, "_money_type", capsule) < 0) {
        Py_DECREF(capsule);
        goto error;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(m);
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_capsule_exporter(void)
{
    return PyModuleDef_Init(&money_module);
}
