/* The module is made in two phases already, and its static types are counted once too often here, and not where
   they are given away. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;

    /* What the last box was made of. */
    PyObject *last_value;
} types_of_instances_in_two_phases_state;

static inline types_of_instances_in_two_phases_state *
get_types_of_instances_in_two_phases_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_of_instances_in_two_phases_state *)state;
}

static inline types_of_instances_in_two_phases_state *
get_types_of_instances_in_two_phases_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (types_of_instances_in_two_phases_state *)state;
}

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state_by_type(type);
    BoxObject *self;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O", &value))
        return NULL;
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->value = PyLong_AsLong(value);
    if (self->value == -1 && PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(value);
    Py_XDECREF(state->last_value);
    state->last_value = value;
    return (PyObject *)self;
}

static PyObject *
box_get_kind(BoxObject *self, void *closure)
{
    Py_INCREF(Py_TYPE(self));
    return (PyObject *)Py_TYPE(self);
}

static PyObject *
box_reduce(BoxObject *self, PyObject *unused)
{
    Py_INCREF(Py_TYPE(self));
    return Py_BuildValue("N(l)", Py_TYPE(self), self->value);
}

static PyMethodDef box_methods[] = {
    {"__reduce__", (PyCFunction)box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyGetSetDef box_getset[] = {
    {"kind", (getter)box_get_kind, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
    {Py_tp_getset, box_getset},
    {Py_tp_new, box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "types_of_instances_in_two_phases.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
get_last_value(PyObject *module, PyObject *unused)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);

    if (state->last_value == NULL)
        Py_RETURN_NONE;
    Py_INCREF(state->last_value);
    return state->last_value;
}

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);
    PyTypeObject *expected = state->Box_Type;

    return PyBool_FromLong(Py_TYPE(object) == expected);
}

static PyMethodDef functions[] = {
    {"last_value", get_last_value, METH_NOARGS, NULL},
    {"is_box", is_box, METH_O, NULL},
    {NULL}
};

static int
init_types(PyObject *module)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    return state->Box_Type == NULL ? -1 : 0;
}

static int
boxes_exec(PyObject *module)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);

    if (init_types(module) < 0)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, boxes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
types_of_instances_in_two_phases_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->last_value);
    return 0;
}

static int
types_of_instances_in_two_phases_clear(PyObject *module)
{
    types_of_instances_in_two_phases_state *state =
        get_types_of_instances_in_two_phases_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->last_value);
    return 0;
}

static void
types_of_instances_in_two_phases_free(void *module)
{
    types_of_instances_in_two_phases_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_instances_in_two_phases",
    .m_methods = functions,
    .m_slots = slots,
    .m_size = sizeof(types_of_instances_in_two_phases_state),
    .m_traverse = types_of_instances_in_two_phases_traverse,
    .m_clear = types_of_instances_in_two_phases_clear,
    .m_free = types_of_instances_in_two_phases_free,
};

PyMODINIT_FUNC
PyInit_types_of_instances_in_two_phases(void)
{
    return PyModuleDef_Init(&definition);
}
