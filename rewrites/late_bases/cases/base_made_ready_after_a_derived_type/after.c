/* A derived type is made ready before its base, which PyType_Ready makes ready as well. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long size;
} Shape;

static PyObject *
Shape_size(Shape *self, PyObject *unused)
{
    return PyLong_FromLong(self->size);
}

static int
Square_init(Shape *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->size) ? 0 : -1;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Shape_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Shape_methods[] = {
    {"size", (PyCFunction)Shape_size, METH_NOARGS, NULL},
    {"__reduce__", Shape_reduce, METH_NOARGS, NULL},
    {NULL},
};

typedef struct {
    PyTypeObject *Shape_Type;
} base_made_ready_after_a_derived_type_state;

static inline base_made_ready_after_a_derived_type_state *
get_base_made_ready_after_a_derived_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (base_made_ready_after_a_derived_type_state *)state;
}

static PyType_Slot Shape_slots[] = {
    {Py_tp_methods, Shape_methods},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "base_made_ready_after_a_derived_type.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

static PyType_Slot Square_slots[] = {
    {Py_tp_init, Square_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Square_spec = {
    .name = "base_made_ready_after_a_derived_type.Square",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Square_slots,
};

static int
base_made_ready_after_a_derived_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    base_made_ready_after_a_derived_type_state *state =
        get_base_made_ready_after_a_derived_type_state(module);
    Py_VISIT(state->Shape_Type);
    return 0;
}

static int
base_made_ready_after_a_derived_type_clear(PyObject *module)
{
    base_made_ready_after_a_derived_type_state *state =
        get_base_made_ready_after_a_derived_type_state(module);
    Py_CLEAR(state->Shape_Type);
    return 0;
}

static void
base_made_ready_after_a_derived_type_free(void *module)
{
    base_made_ready_after_a_derived_type_clear((PyObject *)module);
}

static int base_made_ready_after_a_derived_type_exec(PyObject *module);

static PyModuleDef_Slot base_made_ready_after_a_derived_type_slots[] = {
    {Py_mod_exec, base_made_ready_after_a_derived_type_exec},
    {0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "base_made_ready_after_a_derived_type",
    .m_size = sizeof(base_made_ready_after_a_derived_type_state),
    .m_traverse = base_made_ready_after_a_derived_type_traverse,
    .m_clear = base_made_ready_after_a_derived_type_clear,
    .m_free = base_made_ready_after_a_derived_type_free,
    .m_slots = base_made_ready_after_a_derived_type_slots,
};

static PyTypeObject *
base_made_ready_after_a_derived_type_new_subtype(PyObject *module, PyType_Spec *spec,
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
base_made_ready_after_a_derived_type_exec(PyObject *module)
{
    base_made_ready_after_a_derived_type_state *state =
        get_base_made_ready_after_a_derived_type_state(module);

    /* All shapes are derived from this one. */
    state->Shape_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shape_spec, NULL);
    if (state->Shape_Type == NULL) {
        goto error;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Shape_Type->tp_new = NULL;
#endif

#ifndef WITHOUT_SQUARES
    PyTypeObject *Square_Type =
        base_made_ready_after_a_derived_type_new_subtype(module, &Square_spec,
                                                         state->Shape_Type);
    if (Square_Type == NULL) {
        goto error;
    }
#endif

    if (PyModule_AddObject(module, "Square", (PyObject *)Square_Type) < 0) {
        Py_DECREF(Square_Type);
        goto error;
    }
    Py_INCREF(state->Shape_Type);
    if (PyModule_AddObject(module, "Shape", (PyObject *)state->Shape_Type) < 0) {
        Py_DECREF(state->Shape_Type);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_base_made_ready_after_a_derived_type(void)
{
    return PyModuleDef_Init(&shapes_module);
}
