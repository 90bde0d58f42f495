#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Free lists of types that the garbage collector sees, or that Python code subclasses: their instances may be freed
 * after their module. */

#define MAXFREE 40

typedef struct {
    PyObject_HEAD
    PyObject *item;
} cell;

typedef struct knot {
    PyObject_HEAD
    PyObject *item;
    struct knot *next;  /* in the free list only */
} knot;

typedef struct {
    PyObject_HEAD
    long number;
} mark;

typedef struct {
    PyTypeObject *Cell_Type;
    PyTypeObject *Knot_Type;
    PyTypeObject *Mark_Type;
    cell *free_cells[MAXFREE];
    int num_free_cells;
    knot *free_knots;
    Py_ssize_t num_free_knots;
    mark *free_marks[MAXFREE];
    int num_free_marks;
} free_lists_of_collected_types_state;

static struct PyModuleDef definition;

static inline free_lists_of_collected_types_state *
get_free_lists_of_collected_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_lists_of_collected_types_state *)state;
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

static inline free_lists_of_collected_types_state *
get_free_lists_of_collected_types_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_free_lists_of_collected_types_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline free_lists_of_collected_types_state *
find_free_lists_of_collected_types_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &definition) {
            return get_free_lists_of_collected_types_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

static PyObject *
cell_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state_by_type(type);
    PyObject *item;
    cell *self;

    if (!PyArg_ParseTuple(args, "O:Cell", &item))
        return NULL;
    if (state->num_free_cells > 0) {
        self = state->free_cells[--state->num_free_cells];
        PyObject_Init((PyObject *)self, state->Cell_Type);
    }
    else if ((self = PyObject_GC_New(cell, state->Cell_Type)) == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    self->item = item;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static void
cell_dealloc(cell *self)
{
    free_lists_of_collected_types_state *state =
        find_free_lists_of_collected_types_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->item);
    if (state != NULL && state->Cell_Type != NULL &&
        state->num_free_cells < MAXFREE)
        state->free_cells[state->num_free_cells++] = self;
    else
        PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static int
cell_traverse(cell *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static int
cell_clear(cell *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static PyObject *
cell_get(cell *self, void *Py_UNUSED(closure))
{
    PyObject *item = self->item ? self->item : Py_None;

    Py_INCREF(item);
    return item;
}

static PyGetSetDef cell_getset[] = {
    {"item", (getter)cell_get, NULL, "What it holds.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Cell_slots[] = {
    {Py_tp_dealloc, cell_dealloc},
    {Py_tp_traverse, cell_traverse},
    {Py_tp_clear, cell_clear},
    {Py_tp_getset, cell_getset},
    {Py_tp_new, cell_new},
    {0, NULL},
};

static PyType_Spec Cell_spec = {
    .name = "free_lists_of_collected_types.Cell",
    .basicsize = sizeof(cell),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cell_slots,
};

static PyObject *
knot_from(free_lists_of_collected_types_state *state, PyObject *item)
{
    knot *self;

    if (state->num_free_knots) {
        state->num_free_knots--;
        self = state->free_knots;
        state->free_knots = self->next;
        PyObject_Init((PyObject *)self, state->Knot_Type);
    }
    else {
        self = PyObject_GC_New(knot, state->Knot_Type);
        if (self == NULL) {
            return NULL;
        }
    }
    Py_INCREF(item);
    self->item = item;
    self->next = NULL;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int
knot_clear(knot *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static void
knot_dealloc(knot *self)
{
    free_lists_of_collected_types_state *state =
        find_free_lists_of_collected_types_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    (void)knot_clear(self);

    if (state != NULL && state->Knot_Type != NULL &&
        state->num_free_knots < MAXFREE) {
        state->num_free_knots++;
        self->next = state->free_knots;
        state->free_knots = self;
        Py_DECREF(tp);
        return;
    }
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static int
knot_traverse(knot *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Knot_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Knot_methods[] = {
    {"__reduce__", Knot_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Knot_slots[] = {
    {Py_tp_dealloc, knot_dealloc},
    {Py_tp_traverse, knot_traverse},
    {Py_tp_clear, knot_clear},
    {Py_tp_methods, Knot_methods},
    {0, NULL},
};

static PyType_Spec Knot_spec = {
    .name = "free_lists_of_collected_types.Knot",
    .basicsize = sizeof(knot),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Knot_slots,
};

static PyObject *
mark_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state_by_type(type);
    mark *self;

    if (type == state->Mark_Type && state->num_free_marks > 0) {
        self = state->free_marks[--state->num_free_marks];
        PyObject_Init((PyObject *)self, state->Mark_Type);
    }
    else if ((self = (mark *)type->tp_alloc(type, 0)) == NULL) {
        return NULL;
    }
    self->number = 1;
    return (PyObject *)self;
}

static void
mark_dealloc(mark *self)
{
    free_lists_of_collected_types_state *state =
        find_free_lists_of_collected_types_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    if (state != NULL && state->num_free_marks < MAXFREE &&
        Py_TYPE(self) == state->Mark_Type)
        state->free_marks[state->num_free_marks++] = self;
    else
        tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Mark_slots[] = {
    {Py_tp_dealloc, mark_dealloc},
    {Py_tp_new, mark_new},
    {0, NULL},
};

static PyType_Spec Mark_spec = {
    .name = "free_lists_of_collected_types.Mark",
    .basicsize = sizeof(mark),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mark_slots,
};

static PyObject *
make_knot(PyObject *module, PyObject *item)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state(module);

    return knot_from(state, item);
}

static PyMethodDef functions[] = {
    {"knot", make_knot, METH_O, "Return a knot that holds an object."},
    {NULL, NULL, 0, NULL}
};

static int
free_lists_of_collected_types_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state(module);
    Py_VISIT(state->Cell_Type);
    Py_VISIT(state->Knot_Type);
    Py_VISIT(state->Mark_Type);
    return 0;
}

static int
free_lists_of_collected_types_clear(PyObject *module)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state(module);
    while (state->num_free_cells > 0) {
        PyObject_GC_Del(state->free_cells[--state->num_free_cells]);
    }
    while (state->free_knots != NULL) {
        knot *next = state->free_knots->next;
        PyObject_GC_Del(state->free_knots);
        state->free_knots = next;
    }
    state->num_free_knots = 0;
    Py_CLEAR(state->Cell_Type);
    Py_CLEAR(state->Knot_Type);
    Py_CLEAR(state->Mark_Type);
    while (state->num_free_marks > 0) {
        PyObject_Free(state->free_marks[--state->num_free_marks]);
    }
    return 0;
}

static void
free_lists_of_collected_types_free(void *module)
{
    free_lists_of_collected_types_clear((PyObject *)module);
}

static int free_lists_of_collected_types_exec(PyObject *module);

static PyModuleDef_Slot free_lists_of_collected_types_slots[] = {
    {Py_mod_exec, free_lists_of_collected_types_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_lists_of_collected_types", NULL,
    sizeof(free_lists_of_collected_types_state), functions,
    free_lists_of_collected_types_slots,
    free_lists_of_collected_types_traverse,
    free_lists_of_collected_types_clear, free_lists_of_collected_types_free
};

static int
free_lists_of_collected_types_exec(PyObject *module)
{
    free_lists_of_collected_types_state *state =
        get_free_lists_of_collected_types_state(module);

    state->Cell_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Cell_spec, NULL);
    if (state->Cell_Type == NULL)
        return -1;
    state->Knot_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Knot_spec, NULL);
    if (state->Knot_Type == NULL)
        return -1;
    state->Mark_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Mark_spec, NULL);
    if (state->Mark_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Knot_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Cell_Type);
    if (PyModule_AddObject(module, "Cell", (PyObject *)state->Cell_Type) < 0) {
        Py_DECREF(state->Cell_Type);
        return -1;
    }
    Py_INCREF(state->Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)state->Mark_Type) < 0) {
        Py_DECREF(state->Mark_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_free_lists_of_collected_types(void)
{
    return PyModuleDef_Init(&definition);
}
