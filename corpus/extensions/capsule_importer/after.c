#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Purses hold money, a type of capsule_exporter. */

typedef struct {
    PyObject_HEAD
    PyObject *money;        /* list of Money */
} PurseObject;

typedef struct {
    PyTypeObject *money_type;
} capsule_importer_state;

static struct PyModuleDef purse_module;

static inline capsule_importer_state *
get_capsule_importer_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_importer_state *)state;
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

static inline capsule_importer_state *
get_capsule_importer_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &purse_module);
    assert(module != NULL);
    return get_capsule_importer_state(module);
}

static PyObject *
purse_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PurseObject *self;

    if (!PyArg_ParseTuple(args, ":Purse"))
        return NULL;
    self = (PurseObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->money = PyList_New(0);
    if (self->money == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
purse_traverse(PurseObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->money);
    return 0;
}

static void
purse_dealloc(PurseObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->money);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
purse_put(PurseObject *self, PyObject *money)
{
    capsule_importer_state *state = get_capsule_importer_state_by_type(Py_TYPE(self));

    if (!PyObject_TypeCheck(money, state->money_type)) {
        PyErr_Format(PyExc_TypeError, "only %s goes into a purse, not %s",
                     state->money_type->tp_name, Py_TYPE(money)->tp_name);
        return NULL;
    }
    if (PyList_Append(self->money, money) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
purse_total(PurseObject *self, PyObject *unused)
{
    capsule_importer_state *state = get_capsule_importer_state_by_type(Py_TYPE(self));
    PyObject *total = PyObject_CallFunction((PyObject *)state->money_type, "i", 0);
    Py_ssize_t i;

    for (i = 0; total != NULL && i < PyList_GET_SIZE(self->money); i++) {
        PyObject *sum = PyNumber_Add(total, PyList_GET_ITEM(self->money, i));
        Py_DECREF(total);
        total = sum;
    }
    return total;
}

static PyMethodDef purse_methods[] = {
    {"put", (PyCFunction)purse_put, METH_O, NULL},
    {"total", (PyCFunction)purse_total, METH_NOARGS, "The sum of what is in it, as Money."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Purse_slots[] = {
    {Py_tp_dealloc, purse_dealloc},
    {Py_tp_methods, purse_methods},
    {Py_tp_new, purse_new},
    {Py_tp_traverse, purse_traverse},
    {0, NULL},
};

static PyType_Spec Purse_spec = {
    .name = "capsule_importer.Purse",
    .basicsize = sizeof(PurseObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Purse_slots,
};

static int
capsule_importer_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_importer_state *state = get_capsule_importer_state(module);
    Py_VISIT(state->money_type);
    return 0;
}

static int
capsule_importer_clear(PyObject *module)
{
    capsule_importer_state *state = get_capsule_importer_state(module);
    Py_CLEAR(state->money_type);
    return 0;
}

static void
capsule_importer_free(void *module)
{
    capsule_importer_clear((PyObject *)module);
}

static int capsule_importer_exec(PyObject *m);

static PyModuleDef_Slot capsule_importer_slots[] = {
    {Py_mod_exec, capsule_importer_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT, "capsule_importer", "Purses.", sizeof(capsule_importer_state),
    NULL, capsule_importer_slots, capsule_importer_traverse, capsule_importer_clear,
    capsule_importer_free
};

static int
capsule_importer_exec(PyObject *m)
{
    capsule_importer_state *state = get_capsule_importer_state(m);

    state->money_type = (PyTypeObject *)PyCapsule_Import("capsule_exporter._money_type", 0);
    if (state->money_type == NULL)
        return -1;
    Py_INCREF(state->money_type);
    PyTypeObject *Purse_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Purse_spec, NULL);
    if (Purse_Type == NULL)
        return -1;
    if (PyModule_AddObject(m, "Purse", (PyObject *)Purse_Type) < 0) {
        Py_DECREF(Purse_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_capsule_importer(void)
{
    return PyModuleDef_Init(&purse_module);
}
