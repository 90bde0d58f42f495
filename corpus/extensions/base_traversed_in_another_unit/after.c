#include "boxes.h"

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"content", NULL};
    PyObject *content;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O", names, &content)) {
        return -1;
    }
    Py_INCREF(content);
    Py_XSETREF(self->content, content);
    return 0;
}

int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

int
box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
box_holds(Box *self, PyObject *other)
{
    base_traversed_in_another_unit_state *state =
        get_base_traversed_in_another_unit_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(self->content == other ||
                           PyObject_TypeCheck(other, state->Box_Type));
}

static PyMethodDef box_methods[] = {
    {"holds", (PyCFunction)box_holds, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, box_init},
    {Py_tp_methods, box_methods},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "base_traversed_in_another_unit.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
base_traversed_in_another_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    base_traversed_in_another_unit_state *state =
        get_base_traversed_in_another_unit_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
base_traversed_in_another_unit_clear(PyObject *module)
{
    base_traversed_in_another_unit_state *state =
        get_base_traversed_in_another_unit_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
base_traversed_in_another_unit_free(void *module)
{
    base_traversed_in_another_unit_clear((PyObject *)module);
}

static int base_traversed_in_another_unit_exec(PyObject *module);

static PyModuleDef_Slot base_traversed_in_another_unit_slots[] = {
    {Py_mod_exec, base_traversed_in_another_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "base_traversed_in_another_unit",
    .m_size = sizeof(base_traversed_in_another_unit_state),
    .m_traverse = base_traversed_in_another_unit_traverse,
    .m_clear = base_traversed_in_another_unit_clear,
    .m_free = base_traversed_in_another_unit_free,
    .m_slots = base_traversed_in_another_unit_slots,
};

static PyTypeObject *
base_traversed_in_another_unit_new_subtype(PyObject *module, PyType_Spec *spec,
                                           PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
base_traversed_in_another_unit_exec(PyObject *module)
{
    base_traversed_in_another_unit_state *state =
        get_base_traversed_in_another_unit_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Crate_Type =
        base_traversed_in_another_unit_new_subtype(module, &Crate_spec, state->Box_Type);
    if (Crate_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        Py_DECREF(Crate_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Crate", (PyObject *)Crate_Type) < 0) {
        Py_DECREF(Crate_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_base_traversed_in_another_unit(void)
{
    return PyModuleDef_Init(&boxes_module);
}
