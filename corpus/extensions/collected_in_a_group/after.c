#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* #define COLLECT_BARS     Costs some 10 percent: a bar knows its owner, and nothing else. */

typedef struct {
    PyObject_HEAD
    PyObject *owner;
    Py_ssize_t index;
} Bar;

typedef struct {
    PyTypeObject *Bar_Type;
} collected_in_a_group_state;

static inline collected_in_a_group_state *
get_collected_in_a_group_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (collected_in_a_group_state *)state;
}

static int
Bar_traverse(Bar *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static int
Bar_clear(Bar *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static void
Bar_dealloc(Bar *self)
{
    PyTypeObject *tp = Py_TYPE(self);

#ifdef COLLECT_BARS
    PyObject_GC_UnTrack(self);
#endif
    Py_XDECREF(self->owner);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Bar_make(PyObject *module, PyObject *owner)
{
    collected_in_a_group_state *state = get_collected_in_a_group_state(module);
    Bar *bar;

#ifdef COLLECT_BARS
    bar = PyObject_GC_New(Bar, state->Bar_Type);
#else
    bar = (Bar *)state->Bar_Type->tp_alloc(state->Bar_Type, 0);
#endif
    if (bar == NULL)
        return NULL;
    Py_INCREF(owner);
    bar->owner = owner;
    bar->index = 3;
#ifdef COLLECT_BARS
    PyObject_GC_Track(bar);
#endif
    return (PyObject *)bar;
}

static PyObject *
Bar_index(Bar *self, PyObject *ignored)
{
    return PyLong_FromSsize_t(self->index);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Bar_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Bar_methods[] = {
    {"index", (PyCFunction)Bar_index, METH_NOARGS, NULL},
    {"__reduce__", Bar_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Bar_slots[] = {
    {Py_tp_dealloc, Bar_dealloc},
    {Py_tp_traverse, Bar_traverse},
    {Py_tp_clear, Bar_clear},
    {Py_tp_methods, Bar_methods},
    {0, NULL},
};

static PyType_Spec Bar_spec = {
    .name = "collected_in_a_group.Bar",
    .basicsize = sizeof(Bar),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE
#ifdef COLLECT_BARS
        | Py_TPFLAGS_HAVE_GC
#endif
        | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Bar_slots,
};

static PyMethodDef bars_methods[] = {
    {"bar", Bar_make, METH_O, NULL},
    {NULL}
};

static int
collected_in_a_group_traverse(PyObject *module, visitproc visit, void *arg)
{
    collected_in_a_group_state *state = get_collected_in_a_group_state(module);
    Py_VISIT(state->Bar_Type);
    return 0;
}

static int
collected_in_a_group_clear(PyObject *module)
{
    collected_in_a_group_state *state = get_collected_in_a_group_state(module);
    Py_CLEAR(state->Bar_Type);
    return 0;
}

static void
collected_in_a_group_free(void *module)
{
    collected_in_a_group_clear((PyObject *)module);
}

static int collected_in_a_group_exec(PyObject *module);

static PyModuleDef_Slot collected_in_a_group_slots[] = {
    {Py_mod_exec, collected_in_a_group_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef bars = {
    PyModuleDef_HEAD_INIT,
    .m_name = "collected_in_a_group",
    .m_size = sizeof(collected_in_a_group_state),
    .m_methods = bars_methods,
    .m_traverse = collected_in_a_group_traverse,
    .m_clear = collected_in_a_group_clear,
    .m_free = collected_in_a_group_free,
    .m_slots = collected_in_a_group_slots,
};

static int
collected_in_a_group_exec(PyObject *module)
{
    collected_in_a_group_state *state = get_collected_in_a_group_state(module);

    state->Bar_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Bar_spec, NULL);
    if (state->Bar_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Bar_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Bar_Type);
    if (PyModule_AddObject(module, "Bar", (PyObject *)state->Bar_Type) < 0) {
        Py_DECREF(state->Bar_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_collected_in_a_group(void)
{
    return PyModuleDef_Init(&bars);
}
