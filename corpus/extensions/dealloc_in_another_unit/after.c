#include "shelf.h"

static int
shelf_traverse(Part *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->whole);
    return 0;
}

void
shelf_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Part *)self)->whole);
    tp->tp_free(self);
    Py_DECREF(tp);
}

PyObject *
shelf_part(PyTypeObject *type, PyObject *whole)
{
    Part *part = (Part *)type->tp_alloc(type, 0);

    if (part == NULL) {
        return NULL;
    }
    Py_INCREF(whole);
    part->whole = whole;
    return (PyObject *)part;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, shelf_dealloc},
    {Py_tp_traverse, shelf_traverse},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "dealloc_in_another_unit.Box",
    .basicsize = sizeof(Part),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
box(PyObject *module, PyObject *whole)
{
    dealloc_in_another_unit_state *state =
        get_dealloc_in_another_unit_state(module);

    return shelf_part(state->Box_Type, whole);
}

static PyMethodDef shelf_methods[] = {
    {"box", box, METH_O, NULL},
    {"lid", lid, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
dealloc_in_another_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    dealloc_in_another_unit_state *state =
        get_dealloc_in_another_unit_state(module);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
dealloc_in_another_unit_clear(PyObject *module)
{
    dealloc_in_another_unit_state *state =
        get_dealloc_in_another_unit_state(module);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
dealloc_in_another_unit_free(void *module)
{
    dealloc_in_another_unit_clear((PyObject *)module);
}

static int dealloc_in_another_unit_exec(PyObject *module);

static PyModuleDef_Slot dealloc_in_another_unit_slots[] = {
    {Py_mod_exec, dealloc_in_another_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_in_another_unit",
    .m_size = sizeof(dealloc_in_another_unit_state),
    .m_methods = shelf_methods,
    .m_traverse = dealloc_in_another_unit_traverse,
    .m_clear = dealloc_in_another_unit_clear,
    .m_free = dealloc_in_another_unit_free,
    .m_slots = dealloc_in_another_unit_slots,
};

static int
dealloc_in_another_unit_exec(PyObject *module)
{
    dealloc_in_another_unit_state *state =
        get_dealloc_in_another_unit_state(module);
    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
    state->Box_Type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_dealloc_in_another_unit(void)
{
    return PyModuleDef_Init(&shelf_module);
}
