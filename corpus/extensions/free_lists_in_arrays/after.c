#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Pairs and marks are made and dropped all the time. */

#define MAXFREE 80

typedef struct {
    PyObject_HEAD
    long first, second;
} pairobject;

typedef struct {
    PyObject_HEAD
    Py_ssize_t place;
    char *text;
} markobject;

typedef struct {
    PyTypeObject *Pair_Type;
    PyTypeObject *Mark_Type;
    pairobject *free_pairs[MAXFREE];
    int num_free_pairs;
    markobject *free_marks[MAXFREE];
    int num_free_marks;
} free_lists_in_arrays_state;

static inline free_lists_in_arrays_state *
get_free_lists_in_arrays_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_lists_in_arrays_state *)state;
}

static inline free_lists_in_arrays_state *
get_free_lists_in_arrays_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (free_lists_in_arrays_state *)state;
}

static PyObject *
pair_from(free_lists_in_arrays_state *state, long first, long second)
{
    pairobject *self;

    if (state->num_free_pairs) {
        self = state->free_pairs[--state->num_free_pairs];
        PyObject_Init((PyObject *)self, state->Pair_Type);
    } else {
        self = (pairobject *)state->Pair_Type->tp_alloc(state->Pair_Type, 0);
        if (self == NULL)
            return NULL;
    }
    self->first = first;
    self->second = second;
    return (PyObject *)self;
}

static void
pair_dealloc(PyObject *op)
{
    free_lists_in_arrays_state *state =
        get_free_lists_in_arrays_state_by_type(Py_TYPE(op));
    PyTypeObject *tp = Py_TYPE(op);
    pairobject *self = (pairobject *)op;

    if (state->num_free_pairs < MAXFREE && (Py_TYPE(self) == state->Pair_Type))
        state->free_pairs[state->num_free_pairs++] = self;
    else
        tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
pair_swapped(pairobject *self, PyObject *Py_UNUSED(ignored))
{
    free_lists_in_arrays_state *state =
        get_free_lists_in_arrays_state_by_type(Py_TYPE(self));

    return pair_from(state, self->second, self->first);
}

static PyObject *
pair_repr(pairobject *self)
{
    return PyUnicode_FromFormat("Pair(%ld, %ld)", self->first, self->second);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Pair_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef pair_methods[] = {
    {"swapped", (PyCFunction)pair_swapped, METH_NOARGS, "Return a pair with both numbers in the other order."},
    {"__reduce__", Pair_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Pair_slots[] = {
    {Py_tp_dealloc, pair_dealloc},
    {Py_tp_repr, pair_repr},
    {Py_tp_methods, pair_methods},
    {0, NULL},
};

static PyType_Spec Pair_spec = {
    .name = "free_lists_in_arrays.Pair",
    .basicsize = sizeof(pairobject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pair_slots,
};

static PyObject *
mark_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    free_lists_in_arrays_state *state =
        get_free_lists_in_arrays_state_by_type(type);
    Py_ssize_t place;
    markobject *self;

    if (!PyArg_ParseTuple(args, "n:Mark", &place))
        return NULL;
    if (state->num_free_marks > 0) {
        self = state->free_marks[--state->num_free_marks];
        (void)PyObject_INIT((PyObject *)self, state->Mark_Type);
    }
    else if ((self = (markobject *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    self->place = place;
    self->text = PyMem_Malloc(16);
    return (PyObject *)self;
}

static void
mark_dealloc(markobject *self)
{
    free_lists_in_arrays_state *state =
        get_free_lists_in_arrays_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    if (state->num_free_marks < MAXFREE) {
        state->free_marks[state->num_free_marks++] = self;
        Py_DECREF(tp);
        return;
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
mark_place(markobject *self, void *closure)
{
    return PyLong_FromSsize_t(self->place);
}

static PyGetSetDef mark_getset[] = {
    {"place", (getter)mark_place, NULL, "Where it stands.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Mark_slots[] = {
    {Py_tp_dealloc, mark_dealloc},
    {Py_tp_getset, mark_getset},
    {Py_tp_new, mark_new},
    {0, NULL},
};

static PyType_Spec Mark_spec = {
    .name = "free_lists_in_arrays.Mark",
    .basicsize = sizeof(markobject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mark_slots,
};

static PyObject *
make_pair(PyObject *module, PyObject *args)
{
    free_lists_in_arrays_state *state = get_free_lists_in_arrays_state(module);
    long first, second;

    if (!PyArg_ParseTuple(args, "ll:pair", &first, &second))
        return NULL;
    return pair_from(state, first, second);
}

static PyMethodDef functions[] = {
    {"pair", make_pair, METH_VARARGS, "pair(first, second)"},
    {NULL, NULL, 0, NULL}
};

static int
free_lists_in_arrays_traverse(PyObject *module, visitproc visit, void *arg)
{
    free_lists_in_arrays_state *state = get_free_lists_in_arrays_state(module);
    Py_VISIT(state->Pair_Type);
    Py_VISIT(state->Mark_Type);
    return 0;
}

static int
free_lists_in_arrays_clear(PyObject *module)
{
    free_lists_in_arrays_state *state = get_free_lists_in_arrays_state(module);
    Py_CLEAR(state->Pair_Type);
    Py_CLEAR(state->Mark_Type);
    while (state->num_free_pairs > 0) {
        PyObject_Free(state->free_pairs[--state->num_free_pairs]);
    }
    while (state->num_free_marks > 0) {
        PyObject_Free(state->free_marks[--state->num_free_marks]);
    }
    return 0;
}

static void
free_lists_in_arrays_free(void *module)
{
    free_lists_in_arrays_clear((PyObject *)module);
}

static int free_lists_in_arrays_exec(PyObject *module);

static PyModuleDef_Slot free_lists_in_arrays_slots[] = {
    {Py_mod_exec, free_lists_in_arrays_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_lists_in_arrays", NULL,
    sizeof(free_lists_in_arrays_state), functions,
    free_lists_in_arrays_slots, free_lists_in_arrays_traverse,
    free_lists_in_arrays_clear, free_lists_in_arrays_free
};

static int
free_lists_in_arrays_exec(PyObject *module)
{
    free_lists_in_arrays_state *state = get_free_lists_in_arrays_state(module);

    state->Pair_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pair_spec, NULL);
    if (state->Pair_Type == NULL)
        return -1;
    state->Mark_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Mark_spec, NULL);
    if (state->Mark_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Pair_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)state->Mark_Type) < 0) {
        Py_DECREF(state->Mark_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_free_lists_in_arrays(void)
{
    return PyModuleDef_Init(&definition);
}
