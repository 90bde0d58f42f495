/* A derived type is made ready before its base, and that before the base of its own. */
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

static PyMethodDef Shape_methods[] = {
    {"size", (PyCFunction)Shape_size, METH_NOARGS, NULL},
    {NULL},
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Thing_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Thing_methods[] = {
    {"__reduce__", Thing_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Thing_Type;
    PyTypeObject *Shape_Type;
} bases_of_bases_made_ready_last_state;

static inline bases_of_bases_made_ready_last_state *
get_bases_of_bases_made_ready_last_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (bases_of_bases_made_ready_last_state *)state;
}

static PyType_Slot Thing_slots[] = {
    {Py_tp_methods, Thing_methods},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "bases_of_bases_made_ready_last.Thing",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Thing_slots,
};

static PyType_Slot Shape_slots[] = {
    {Py_tp_methods, Shape_methods},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "bases_of_bases_made_ready_last.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

static PyType_Slot Square_slots[] = {
    {Py_tp_init, Square_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Square_spec = {
    .name = "bases_of_bases_made_ready_last.Square",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Square_slots,
};

static int
bases_of_bases_made_ready_last_traverse(PyObject *module, visitproc visit, void *arg)
{
    bases_of_bases_made_ready_last_state *state =
        get_bases_of_bases_made_ready_last_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Shape_Type);
    return 0;
}

static int
bases_of_bases_made_ready_last_clear(PyObject *module)
{
    bases_of_bases_made_ready_last_state *state =
        get_bases_of_bases_made_ready_last_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Shape_Type);
    return 0;
}

static void
bases_of_bases_made_ready_last_free(void *module)
{
    bases_of_bases_made_ready_last_clear((PyObject *)module);
}

static int bases_of_bases_made_ready_last_exec(PyObject *module);

static PyModuleDef_Slot bases_of_bases_made_ready_last_slots[] = {
    {Py_mod_exec, bases_of_bases_made_ready_last_exec},
    {0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "bases_of_bases_made_ready_last",
    .m_size = sizeof(bases_of_bases_made_ready_last_state),
    .m_traverse = bases_of_bases_made_ready_last_traverse,
    .m_clear = bases_of_bases_made_ready_last_clear,
    .m_free = bases_of_bases_made_ready_last_free,
    .m_slots = bases_of_bases_made_ready_last_slots,
};

static PyTypeObject *
bases_of_bases_made_ready_last_new_subtype(PyObject *module, PyType_Spec *spec,
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
bases_of_bases_made_ready_last_exec(PyObject *module)
{
    bases_of_bases_made_ready_last_state *state =
        get_bases_of_bases_made_ready_last_state(module);

    /* All shapes are derived from this one. */
    state->Thing_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Thing_spec, NULL);
    if (state->Thing_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Thing_Type->tp_new = NULL;
#endif

    state->Shape_Type =
        bases_of_bases_made_ready_last_new_subtype(module, &Shape_spec,
                                                   state->Thing_Type);
    if (state->Shape_Type == NULL) {
        goto error;
    }
#ifndef WITHOUT_SQUARES
    PyTypeObject *Square_Type =
        bases_of_bases_made_ready_last_new_subtype(module, &Square_spec,
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
PyInit_bases_of_bases_made_ready_last(void)
{
    return PyModuleDef_Init(&shapes_module);
}
