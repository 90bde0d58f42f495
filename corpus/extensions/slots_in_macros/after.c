#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Ranges that are walked from either end: the types have nearly everything in common, so macros say it once. */

typedef struct {
    PyObject_HEAD
    long start, stop;
} RangeObject;

typedef struct {
    PyObject_HEAD
    RangeObject *range;
    long at;
} WalkObject;

static void
range_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static Py_ssize_t
range_length(PyObject *self)
{
    return ((RangeObject *)self)->stop - ((RangeObject *)self)->start;
}

static PyObject *
range_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    RangeObject *self;
    long start, stop;

    if (!PyArg_ParseTuple(args, "ll", &start, &stop)) {
        return NULL;
    }
    self = (RangeObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->start = start;
        self->stop = stop < start ? start : stop;
    }
    return (PyObject *)self;
}

static PyObject *
walk(PyTypeObject *type, PyObject *range, long at)
{
    WalkObject *self = PyObject_GC_New(WalkObject, type);

    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(range);
    self->range = (RangeObject *)range;
    self->at = at;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static void
walk_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(((WalkObject *)self)->range);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static int
walk_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((WalkObject *)self)->range);
    return 0;
}

static PyObject *
up_next(PyObject *op)
{
    WalkObject *self = (WalkObject *)op;

    return self->at < self->range->stop ? PyLong_FromLong(self->at++) : NULL;
}

static PyObject *
down_next(PyObject *op)
{
    WalkObject *self = (WalkObject *)op;

    return self->at > self->range->start ? PyLong_FromLong(--self->at) : NULL;
}

#define WALK_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC)

#define WALK_SLOTS                                  \
    {Py_tp_dealloc, walk_dealloc},                  \
    {Py_tp_traverse, walk_traverse},                \
    {Py_tp_iter, PyObject_SelfIter},

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
slots_in_macros_no_pickle(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef slots_in_macros_no_pickle_methods[] = {
    {"__reduce__", slots_in_macros_no_pickle, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Up_Type;
    PyTypeObject *Down_Type;
} slots_in_macros_state;

static struct PyModuleDef slots_in_macros_module;

static inline slots_in_macros_state *
get_slots_in_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (slots_in_macros_state *)state;
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

static inline slots_in_macros_state *
get_slots_in_macros_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &slots_in_macros_module);
    assert(module != NULL);
    return get_slots_in_macros_state(module);
}

static PyType_Slot Up_slots[] = {
    {Py_tp_iternext, up_next},
    WALK_SLOTS
    {Py_tp_methods, slots_in_macros_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Up_spec = {
    .name = "slots_in_macros.Up",
    .basicsize = sizeof(WalkObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Up_slots,
};

static PyType_Slot Down_slots[] = {
    WALK_SLOTS
    {Py_tp_iternext, down_next},
    {Py_tp_methods, slots_in_macros_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Down_spec = {
    .name = "slots_in_macros.Down",
    .basicsize = sizeof(WalkObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Down_slots,
};

static PyObject *
range_up(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    slots_in_macros_state *state = get_slots_in_macros_state_by_type(Py_TYPE(self));

    return walk(state->Up_Type, self, ((RangeObject *)self)->start);
}

static PyObject *
range_down(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    slots_in_macros_state *state = get_slots_in_macros_state_by_type(Py_TYPE(self));

    return walk(state->Down_Type, self, ((RangeObject *)self)->stop);
}

PyDoc_STRVAR(range_up_doc, "up() -> iterator\n\nWalk upwards.");
PyDoc_STRVAR(range_down_doc, "down() -> iterator\n\nWalk downwards.");

#define METHOD(name, flags) {#name, range_##name, flags, range_##name##_doc}

static PyMethodDef range_methods[] = {
    METHOD(up, METH_NOARGS),
    METHOD(down, METH_NOARGS),
    {NULL, NULL, 0, NULL}
};

#define MODULE "slots_in_macros"

static PyType_Slot Range_slots[] = {
    {Py_tp_dealloc, range_dealloc},
    {Py_tp_new, range_new},
    {Py_tp_methods, range_methods},
    {Py_sq_length, range_length},
    {0, NULL},
};

static PyType_Spec Range_spec = {
    .name = "slots_in_macros" "." "Range",
    .basicsize = sizeof(RangeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Range_slots,
};

static int
slots_in_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    slots_in_macros_state *state = get_slots_in_macros_state(module);
    Py_VISIT(state->Up_Type);
    Py_VISIT(state->Down_Type);
    return 0;
}

static int
slots_in_macros_clear(PyObject *module)
{
    slots_in_macros_state *state = get_slots_in_macros_state(module);
    Py_CLEAR(state->Up_Type);
    Py_CLEAR(state->Down_Type);
    return 0;
}

static void
slots_in_macros_free(void *module)
{
    slots_in_macros_clear((PyObject *)module);
}

static int slots_in_macros_exec(PyObject *module);

static PyModuleDef_Slot slots_in_macros_slots[] = {
    {Py_mod_exec, slots_in_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef slots_in_macros_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = MODULE,
    .m_size = sizeof(slots_in_macros_state),
    .m_traverse = slots_in_macros_traverse,
    .m_clear = slots_in_macros_clear,
    .m_free = slots_in_macros_free,
    .m_slots = slots_in_macros_slots,
};

static int
slots_in_macros_exec(PyObject *module)
{
    slots_in_macros_state *state = get_slots_in_macros_state(module);

    PyTypeObject *Range_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Range_spec, NULL);
    if (Range_Type == NULL) {
        return -1;
    }
    state->Up_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Up_spec, NULL);
    if (state->Up_Type == NULL) {
        Py_DECREF(Range_Type);
        return -1;
    }
    state->Down_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Down_spec, NULL);
    if (state->Down_Type == NULL) {
        Py_DECREF(Range_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Up_Type->tp_new = NULL;
    state->Down_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Range", (PyObject *)Range_Type) < 0) {
        Py_DECREF(Range_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_slots_in_macros(void)
{
    return PyModuleDef_Init(&slots_in_macros_module);
}
