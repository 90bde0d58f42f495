/* Two objects with values of their own; the type frees others, which are made at run time. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int width;
    const char *label;
} Size;

static int
Size_traverse(Size *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Size_dealloc(Size *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Size_str(Size *self)
{
    return PyUnicode_FromFormat("%s (%d)", self->label, self->width);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Size_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Size_methods[] = {
    {"__reduce__", Size_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Size_Type;
    Size *small;
    Size *none;
} paper_state;

static inline paper_state *
get_paper_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (paper_state *)state;
}

static PyType_Slot Size_slots[] = {
    {Py_tp_dealloc, Size_dealloc},
    {Py_tp_str, Size_str},
    {Py_tp_traverse, Size_traverse},
    {Py_tp_methods, Size_methods},
    {0, NULL},
};

static PyType_Spec Size_spec = {
    .name = "paper.Size",
    .basicsize = sizeof(Size),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Size_slots,
};

static PyObject *
paper_size(PyObject *module, PyObject *width)
{
    paper_state *state = get_paper_state(module);
    Size *self;
    long number = PyLong_AsLong(width);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number <= state->small->width) {
        PyObject *found = number <= 0 ? (PyObject *)state->none : (PyObject *)state->small;
        Py_INCREF(found);
        return found;
    }
    self = (Size *)state->Size_Type->tp_alloc(state->Size_Type, 0);
    if (self != NULL) {
        self->width = (int)number;
        self->label = "custom";
    }
    return (PyObject *)self;
}

static PyMethodDef paper_methods[] = {
    {"size", paper_size, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
paper_traverse(PyObject *module, visitproc visit, void *arg)
{
    paper_state *state = get_paper_state(module);
    Py_VISIT(state->Size_Type);
    Py_VISIT(state->small);
    Py_VISIT(state->none);
    return 0;
}

static int
paper_clear(PyObject *module)
{
    paper_state *state = get_paper_state(module);
    Py_CLEAR(state->Size_Type);
    Py_CLEAR(state->small);
    Py_CLEAR(state->none);
    return 0;
}

static void
paper_free(void *module)
{
    paper_clear((PyObject *)module);
}

static int paper_exec(PyObject *module);

static PyModuleDef_Slot paper_slots[] = {
    {Py_mod_exec, paper_exec},
    {0, NULL}
};

static struct PyModuleDef paper_module = {
    PyModuleDef_HEAD_INIT, "paper", NULL, sizeof(paper_state), paper_methods,
    paper_slots, paper_traverse, paper_clear, paper_free
};

static int
paper_exec(PyObject *module)
{
    paper_state *state = get_paper_state(module);
    state->Size_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Size_spec, NULL);
    if (state->Size_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Size_Type->tp_new = NULL;
#endif
    state->small = (Size *)state->Size_Type->tp_alloc(state->Size_Type, 0);
    if (state->small == NULL) {
        return -1;
    }
    state->small->width = 148;
    state->small->label = "A5";
    state->none = (Size *)state->Size_Type->tp_alloc(state->Size_Type, 0);
    if (state->none == NULL) {
        return -1;
    }
    state->none->label = "none";
    return 0;
}

PyMODINIT_FUNC
PyInit_paper(void)
{
    return PyModuleDef_Init(&paper_module);
}
