/* Boxes ask each other for their types, and are careless with what they get. */
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
    PyTypeObject *Lid_Type;
} types_of_instances_state;

static struct PyModuleDef definition;

static inline types_of_instances_state *
get_types_of_instances_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_of_instances_state *)state;
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

static inline types_of_instances_state *
get_types_of_instances_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_types_of_instances_state(module);
}

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"value", NULL};
    PyObject *value = NULL;
    BoxObject *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", names, &value))
        return NULL;
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    if (value != NULL) {
        types_of_instances_state *state =
            get_types_of_instances_state_by_type(type);

        if (Py_TYPE(value) == state->Box_Type)
            self->value = ((BoxObject *)value)->value;
        else
            self->value = PyLong_AsLong(value);
        if (self->value == -1 && PyErr_Occurred()) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static void
box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
box_get_kind(BoxObject *self, void *closure)
{
    Py_INCREF(Py_TYPE(self));
    return (PyObject *)Py_TYPE(self);
}

static PyObject *
box_get_value(BoxObject *self, void *closure)
{
    return PyLong_FromLong(self->value);
}

static PyObject *
box_reduce(BoxObject *self, PyObject *unused)
{
    PyObject *result = PyTuple_New(2);

    if (result == NULL)
        return NULL;
    Py_INCREF(Py_TYPE(self));
    PyTuple_SET_ITEM(result, 0, (PyObject *)Py_TYPE(self));
    PyTuple_SET_ITEM(result, 1, Py_BuildValue("(l)", self->value));
    return result;
}

static PyObject *
box_pair(BoxObject *self, PyObject *unused)
{
    Py_INCREF(self->ob_base.ob_type);
    return Py_BuildValue("(NN)", self->ob_base.ob_type, PyLong_FromLong(self->value));
}

static int
is_box(types_of_instances_state *state, PyObject *object)
{
    return (PyObject *)Py_TYPE(object) == (PyObject *)state->Box_Type;
}

static PyObject *
box_compare(PyObject *self, PyObject *other, int op)
{
    types_of_instances_state *state =
        get_types_of_instances_state_by_type(Py_TYPE(self));
    PyObject *type = (PyObject *)Py_TYPE(other);

    if (op != Py_EQ && op != Py_NE)
        Py_RETURN_NOTIMPLEMENTED;
    if (!is_box(state, other) && type != (PyObject *)Py_TYPE(self))
        return PyBool_FromLong(op == Py_NE);
    return PyBool_FromLong((((BoxObject *)self)->value == ((BoxObject *)other)->value) == (op == Py_EQ));
}

static PyObject *
box_copy(BoxObject *self, PyObject *unused)
{
    types_of_instances_state *state =
        get_types_of_instances_state_by_type(Py_TYPE(self));
    BoxObject *other =
        (BoxObject *)state->Box_Type->tp_alloc(state->Box_Type, 0);

    if (other == NULL)
        return NULL;
    other->value = self->value;
    return (PyObject *)other;
}

/* As it should be: each of these is right already. */

static PyObject *
box_describe(BoxObject *self, PyObject *other)
{
    PyObject *type = PyObject_Type(other), *name;

    if (type == NULL)
        return NULL;
    name = PyObject_GetAttrString(type, "__name__");
    Py_DECREF(type);
    return name;
}

static PyObject *
box_get_class(BoxObject *self, void *closure)
{
    PyObject *type = (PyObject *)Py_TYPE(self);

    Py_INCREF(type);
    return type;
}

static PyObject *
lid_of(PyObject *module, PyObject *box)
{
    types_of_instances_state *state = get_types_of_instances_state(module);
    PyObject *lid;

    if (!is_box(state, box)) {
        PyErr_Format(PyExc_TypeError, "no lids for %s", Py_TYPE(box)->tp_name);
        return NULL;
    }
    lid = PyObject_CallObject((PyObject *)state->Lid_Type, NULL);
    return lid;
}

static PyMethodDef box_methods[] = {
    {"__reduce__", (PyCFunction)box_reduce, METH_NOARGS, NULL},
    {"pair", (PyCFunction)box_pair, METH_NOARGS, NULL},
    {"copy", (PyCFunction)box_copy, METH_NOARGS, NULL},
    {"describe", (PyCFunction)box_describe, METH_O, NULL},
    {NULL}
};

static PyGetSetDef box_getset[] = {
    {"kind", (getter)box_get_kind, NULL, NULL, NULL},
    {"value", (getter)box_get_value, NULL, NULL, NULL},
    {"same_class", (getter)box_get_class, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_richcompare, box_compare},
    {Py_tp_methods, box_methods},
    {Py_tp_getset, box_getset},
    {Py_tp_new, box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "types_of_instances.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "types_of_instances.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyMethodDef functions[] = {
    {"lid_of", lid_of, METH_O, NULL},
    {NULL}
};

static int
types_of_instances_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_of_instances_state *state = get_types_of_instances_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
types_of_instances_clear(PyObject *module)
{
    types_of_instances_state *state = get_types_of_instances_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
types_of_instances_free(void *module)
{
    types_of_instances_clear((PyObject *)module);
}

static int types_of_instances_exec(PyObject *module);

static PyModuleDef_Slot types_of_instances_slots[] = {
    {Py_mod_exec, types_of_instances_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_of_instances",
    .m_size = sizeof(types_of_instances_state),
    .m_methods = functions,
    .m_traverse = types_of_instances_traverse,
    .m_clear = types_of_instances_clear,
    .m_free = types_of_instances_free,
    .m_slots = types_of_instances_slots,
};

static int
types_of_instances_exec(PyObject *module)
{
    types_of_instances_state *state = get_types_of_instances_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_types_of_instances(void)
{
    return PyModuleDef_Init(&definition);
}
