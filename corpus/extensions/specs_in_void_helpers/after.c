/* Helpers that return nothing make types: one from a spec, without its module, whose instances never release it. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
} BoxObject;

typedef struct {
    PyObject *FullError;
    PyTypeObject *BoxType;
    PyTypeObject *LidType;
} specs_in_void_helpers_state;

static inline specs_in_void_helpers_state *
get_specs_in_void_helpers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (specs_in_void_helpers_state *)state;
}

static inline specs_in_void_helpers_state *
get_specs_in_void_helpers_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (specs_in_void_helpers_state *)state;
}

static PyObject *
box_put(BoxObject *self, PyObject *item)
{
    if (self->content != NULL) {
        specs_in_void_helpers_state *state =
            get_specs_in_void_helpers_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->FullError, "the box is full");
        return NULL;
    }
    Py_INCREF(item);
    self->content = item;
    Py_RETURN_NONE;
}

static void
box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    Py_XDECREF(self->content);
    PyObject_Del(self);
    Py_DECREF(tp);
}

static PyMethodDef box_methods[] = {
    {"put", (PyCFunction)box_put, METH_O, NULL},
    {NULL, NULL}
};

static PyType_Slot box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec box_spec = {
    "specs_in_void_helpers.Box", sizeof(BoxObject), 0, Py_TPFLAGS_DEFAULT, box_slots
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lid_methods[] = {
    {"__reduce__", Lid_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_methods, Lid_methods},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "specs_in_void_helpers.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyObject *
lid_for(PyObject *module, PyObject *box)
{
    specs_in_void_helpers_state *state = get_specs_in_void_helpers_state(module);

    if (!PyObject_TypeCheck(box, state->BoxType)) {
        PyErr_SetString(PyExc_TypeError, "lids are for boxes");
        return NULL;
    }
    return (PyObject *)state->LidType->tp_alloc(state->LidType, 0);
}

static PyMethodDef module_functions[] = {
    {"lid_for", lid_for, METH_O, NULL},
    {NULL, NULL}
};

static void
add_box(PyObject *module)
{
    specs_in_void_helpers_state *state = get_specs_in_void_helpers_state(module);

    state->FullError = PyErr_NewException("specs_in_void_helpers.FullError", NULL,
                                          NULL);
    if (state->FullError == NULL)
        return;
    Py_INCREF(state->FullError);
    PyModule_AddObject(module, "FullError", state->FullError);
    state->BoxType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &box_spec, NULL);
    if (state->BoxType == NULL)
        return;
    Py_INCREF(state->BoxType);
    PyModule_AddObject(module, "Box", (PyObject *)state->BoxType);
}

static int
add_lid(PyObject *module)
{
    specs_in_void_helpers_state *state = get_specs_in_void_helpers_state(module);

    state->LidType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->LidType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->LidType->tp_new = NULL;
#endif
    Py_INCREF(state->LidType);
    PyModule_AddObject(module, "Lid", (PyObject *)state->LidType);
    return 0;
}

static int
add_all(PyObject *module)
{
    add_box(module);
    if (add_lid(module) < 0) {
        return -1;
    }
    return 0;
}

static int
specs_in_void_helpers_traverse(PyObject *module, visitproc visit, void *arg)
{
    specs_in_void_helpers_state *state = get_specs_in_void_helpers_state(module);
    Py_VISIT(state->FullError);
    Py_VISIT(state->BoxType);
    Py_VISIT(state->LidType);
    return 0;
}

static int
specs_in_void_helpers_clear(PyObject *module)
{
    specs_in_void_helpers_state *state = get_specs_in_void_helpers_state(module);
    Py_CLEAR(state->FullError);
    Py_CLEAR(state->BoxType);
    Py_CLEAR(state->LidType);
    return 0;
}

static void
specs_in_void_helpers_free(void *module)
{
    specs_in_void_helpers_clear((PyObject *)module);
}

static int specs_in_void_helpers_exec(PyObject *module);

static PyModuleDef_Slot specs_in_void_helpers_slots[] = {
    {Py_mod_exec, specs_in_void_helpers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef specs_in_void_helpers_module = {
    PyModuleDef_HEAD_INIT, "specs_in_void_helpers", NULL,
    sizeof(specs_in_void_helpers_state), module_functions,
    specs_in_void_helpers_slots, specs_in_void_helpers_traverse,
    specs_in_void_helpers_clear, specs_in_void_helpers_free
};

static int
specs_in_void_helpers_exec(PyObject *module)
{
    if (add_all(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_specs_in_void_helpers(void)
{
    return PyModuleDef_Init(&specs_in_void_helpers_module);
}
