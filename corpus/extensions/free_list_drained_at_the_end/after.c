#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Walks over boxes: dead ones wait for their next use, and a function of the module frees what waits at its end. */

typedef struct {
    PyObject_HEAD
    long length;
} Box;

typedef struct {
    PyObject *last_error;
    struct Walk *free_walks;
    int num_free_walks;
    PyTypeObject *Walk_Type;
} free_list_drained_at_the_end_state;

static struct PyModuleDef definition;

static inline free_list_drained_at_the_end_state *
get_free_list_drained_at_the_end_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_list_drained_at_the_end_state *)state;
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

static inline free_list_drained_at_the_end_state *
get_free_list_drained_at_the_end_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_free_list_drained_at_the_end_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline free_list_drained_at_the_end_state *
find_free_list_drained_at_the_end_state_by_type(PyTypeObject *type)
{
    PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
    return module != NULL ? get_free_list_drained_at_the_end_state(module) : NULL;
}

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long length;
    Box *self;

    if (!PyArg_ParseTuple(args, "l:Box", &length)) {
        return NULL;
    }
    if (length < 0) {
        free_list_drained_at_the_end_state *state =
            get_free_list_drained_at_the_end_state_by_type(type);

        Py_INCREF(args);
        Py_XSETREF(state->last_error, args);
        PyErr_SetString(PyExc_ValueError, "negative length");
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->length = length;
    }
    return (PyObject *)self;
}

static PyObject *box_iter(PyObject *self);

static PyType_Slot Box_slots[] = {
    {Py_tp_iter, box_iter},
    {Py_tp_new, box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "free_list_drained_at_the_end.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

typedef struct Walk {
    PyObject_HEAD
    Box *box;
    long at;
} Walk;

#define MAXFREE 20

static void
walk_dealloc(Walk *self)
{
    free_list_drained_at_the_end_state *state =
        find_free_list_drained_at_the_end_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->box);

    if (state != NULL && state->Walk_Type != NULL && state->num_free_walks < MAXFREE) {
        state->num_free_walks++;
        self->box = (Box *)state->free_walks;
        state->free_walks = self;
    }
    else {
        PyObject_GC_Del(self);
    }
    Py_DECREF(tp);
}

static int
walk_traverse(Walk *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->box);
    return 0;
}

static PyObject *
walk_next(Walk *self)
{
    if (self->box == NULL || self->at >= self->box->length) {
        return NULL;
    }
    return PyLong_FromLong(self->at++);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Walk_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Walk_methods[] = {
    {"__reduce__", Walk_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Walk_slots[] = {
    {Py_tp_dealloc, walk_dealloc},
    {Py_tp_traverse, walk_traverse},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, walk_next},
    {Py_tp_methods, Walk_methods},
    {0, NULL},
};

static PyType_Spec Walk_spec = {
    .name = "free_list_drained_at_the_end.Walk",
    .basicsize = sizeof(Walk),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Walk_slots,
};

static PyObject *
box_iter(PyObject *self)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state_by_type(Py_TYPE(self));
    Walk *walk;

    if (state->num_free_walks) {
        state->num_free_walks--;
        walk = state->free_walks;
        state->free_walks = (Walk *)walk->box;
        walk->box = NULL;
        PyObject_Init((PyObject *)walk, state->Walk_Type);
    }
    else {
        walk = PyObject_GC_New(Walk, state->Walk_Type);
        if (walk == NULL) {
            return NULL;
        }
    }
    Py_INCREF(self);
    walk->box = (Box *)self;
    walk->at = 0;
    PyObject_GC_Track(walk);
    return (PyObject *)walk;
}

static PyObject *
error(PyObject *module, PyObject *unused)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state(module);
    PyObject *found = state->last_error != NULL ? state->last_error : Py_None;

    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"error", error, METH_NOARGS, "The arguments of the last box that couldn't be made."},
    {NULL, NULL, 0, NULL}
};

static void
drain_walks(free_list_drained_at_the_end_state *state)
{
    PyObject *next;
    PyObject *current;

    next = (PyObject *)state->free_walks;
    while (next != NULL) {
        assert(state->num_free_walks > 0);
        state->num_free_walks--;

        current = next;
        next = (PyObject *)((Walk *)current)->box;
        PyObject_GC_Del(current);
    }
    assert(state->num_free_walks == 0);
    state->free_walks = NULL;
}

static int
free_list_drained_at_the_end_traverse(PyObject *module, visitproc visit, void *arg)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state(module);
    Py_VISIT(state->last_error);
    Py_VISIT(state->Walk_Type);
    return 0;
}

static int
free_list_drained_at_the_end_clear(PyObject *module)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state(module);
    drain_walks(state);
    Py_CLEAR(state->Walk_Type);
    Py_CLEAR(state->last_error);
    return 0;
}

static void
module_free(void *module)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state((PyObject *)module);

    free_list_drained_at_the_end_clear((PyObject *)module);
    drain_walks(state);
}

static int free_list_drained_at_the_end_exec(PyObject *module);

static PyModuleDef_Slot free_list_drained_at_the_end_slots[] = {
    {Py_mod_exec, free_list_drained_at_the_end_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_drained_at_the_end",
    .m_size = sizeof(free_list_drained_at_the_end_state),
    .m_methods = functions,
    .m_free = module_free,
    .m_traverse = free_list_drained_at_the_end_traverse,
    .m_clear = free_list_drained_at_the_end_clear,
    .m_slots = free_list_drained_at_the_end_slots,
};

static int
free_list_drained_at_the_end_exec(PyObject *module)
{
    free_list_drained_at_the_end_state *state =
        get_free_list_drained_at_the_end_state(module);

    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    state->Walk_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Walk_spec, NULL);
    if (state->Walk_Type == NULL) {
        Py_DECREF(Box_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Walk_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_free_list_drained_at_the_end(void)
{
    return PyModuleDef_Init(&definition);
}
