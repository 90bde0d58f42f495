#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    const char *name;
} Kind;

static int
Kind_traverse(Kind *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Kind_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Kind_methods[] = {
    {"__reduce__", Kind_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Kind_Type;
    PyObject *Error;
    PyObject *FullError;
    PyObject *decimal_type;
    Kind *kind_text;
    Kind *kind_number;
} filled_by_address_state;

static inline filled_by_address_state *
get_filled_by_address_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (filled_by_address_state *)state;
}

static PyType_Slot Kind_slots[] = {
    {Py_tp_traverse, Kind_traverse},
    {Py_tp_methods, Kind_methods},
    {0, NULL},
};

static PyType_Spec Kind_spec = {
    .name = "filled_by_address.Kind",
    .basicsize = sizeof(Kind),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Kind_slots,
};

/* The module gets the only reference. */
static int
add_exception(PyObject *module, PyObject **exception, const char *name, PyObject *base)
{
    char buffer[100];

    snprintf(buffer, sizeof(buffer), "filled_by_address.%s", name);
    *exception = PyErr_NewException(buffer, base, NULL);
    if (!*exception)
        return -1;
    Py_INCREF(*exception);
    return PyModule_AddObject(module, name, *exception);
}

static int
add_kind(PyObject *module, const char *name, Kind **kind)
{
    filled_by_address_state *state = get_filled_by_address_state(module);
    Kind *made;

    made = (Kind *)state->Kind_Type->tp_alloc(state->Kind_Type, 0);
    if (!made)
        return -1;
    made->name = name;
    if (PyModule_AddObject(module, name, (PyObject *)made) < 0) {
        Py_DECREF(made);
        return -1;
    }
    Py_INCREF(made);
    *kind = made;
    return 0;
}

static int
find_type(const char *module_name, const char *name, PyObject **type)
{
    PyObject *found;
    PyObject *module = PyImport_ImportModule(module_name);

    if (!module)
        return -1;
    found = PyDict_GetItemString(PyModule_GetDict(module), name);
    Py_DECREF(module);
    if (!found) {
        PyErr_SetString(PyExc_AttributeError, name);
        return -1;
    }
    Py_INCREF(found);
    *type = found;
    return 0;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    filled_by_address_state *state = get_filled_by_address_state(self);

    PyErr_SetString(state->FullError, "full");
    return NULL;
}

static PyObject *
kinds(PyObject *self, PyObject *args)
{
    filled_by_address_state *state = get_filled_by_address_state(self);

    return Py_BuildValue("OOO", state->kind_text, state->kind_number,
                         state->decimal_type);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"kinds", kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
filled_by_address_traverse(PyObject *module, visitproc visit, void *arg)
{
    filled_by_address_state *state = get_filled_by_address_state(module);
    Py_VISIT(state->Kind_Type);
    Py_VISIT(state->Error);
    Py_VISIT(state->FullError);
    Py_VISIT(state->decimal_type);
    Py_VISIT(state->kind_text);
    Py_VISIT(state->kind_number);
    return 0;
}

static int
filled_by_address_clear(PyObject *module)
{
    filled_by_address_state *state = get_filled_by_address_state(module);
    Py_CLEAR(state->Kind_Type);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->FullError);
    Py_CLEAR(state->decimal_type);
    Py_CLEAR(state->kind_text);
    Py_CLEAR(state->kind_number);
    return 0;
}

static void
filled_by_address_free(void *module)
{
    filled_by_address_clear((PyObject *)module);
}

static int filled_by_address_exec(PyObject *module);

static PyModuleDef_Slot filled_by_address_slots[] = {
    {Py_mod_exec, filled_by_address_exec},
    {0, NULL}
};

static struct PyModuleDef filled_by_address_module = {
    PyModuleDef_HEAD_INIT, "filled_by_address", NULL,
    sizeof(filled_by_address_state), methods,
    filled_by_address_slots, filled_by_address_traverse,
    filled_by_address_clear, filled_by_address_free
};

static int
filled_by_address_exec(PyObject *module)
{
    filled_by_address_state *state = get_filled_by_address_state(module);

    state->Kind_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Kind_spec, NULL);
    if (state->Kind_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Kind_Type->tp_new = NULL;
#endif
    if (add_exception(module, &state->Error, "Error", NULL) < 0)
        return -1;
    if (add_exception(module, &state->FullError, "FullError",
                      state->Error) < 0)
        return -1;
    if (add_kind(module, "TEXT", &state->kind_text) < 0)
        return -1;
    if (add_kind(module, "NUMBER", &state->kind_number) < 0)
        return -1;
    if (find_type("decimal", "Decimal", &state->decimal_type) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_filled_by_address(void)
{
    return PyModuleDef_Init(&filled_by_address_module);
}
