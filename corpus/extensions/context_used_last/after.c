#include <Python.h>
#include <stdio.h>
#include <string.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Contexts with flags that point into them; the one that was used last is known, and lent to who asks. */

#define LIMIT 4
#ifdef WITH_GUARD
#  define WAYS LIMIT
#else
#  define WAYS (LIMIT - 1)
#endif

typedef struct {
    PyObject_HEAD
    unsigned int *bits;
} Flags;

typedef struct {
    PyObject_HEAD
    unsigned int status;
    long way;
    PyObject *flags;
} Context;

#define BITS(o) (((Flags *)(o))->bits ? *((Flags *)(o))->bits : 0)
#define WAY(o) (((Context *)(o))->way)

typedef struct {
    const char *name;
    unsigned int bit;
    PyObject *error;
} Signal;

typedef struct {
    Signal signals[3];
    PyObject *ways[WAYS];
    PyTypeObject *Flags_Type;
    PyTypeObject *Context_Type;

    /* Invariant: NULL or a context that is alive. */
    Context *cached;
} context_used_last_state;

static struct PyModuleDef definition;

static inline context_used_last_state *
get_context_used_last_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (context_used_last_state *)state;
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

static inline context_used_last_state *
get_context_used_last_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_context_used_last_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline context_used_last_state *
find_context_used_last_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &definition) {
            return get_context_used_last_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

/* A part of the module that is used once. */

static long precision = 2;

static void
set_precision(long digits)
{
    static int is_set = 0;

    if (is_set) {
        fprintf(stderr, "set_precision: ignoring a second request\n");
        precision++;
        return;
    }
    precision = digits;
    is_set = 1;
}

static PyObject *
flags_get(PyObject *self, PyObject *error)
{
    context_used_last_state *state = get_context_used_last_state_by_type(Py_TYPE(self));
    Signal *signal;

    for (signal = state->signals; signal->name != NULL; signal++) {
        if (signal->error == error) {
            return PyBool_FromLong((BITS(self) & signal->bit) != 0);
        }
    }
    PyErr_SetObject(PyExc_KeyError, error);
    return NULL;
}

static int
flags_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    ((Flags *)self)->bits = NULL;
    return 0;
}

static PyMethodDef flags_methods[] = {
    {"get", flags_get, METH_O, "Whether a signal is set."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Flags_slots[] = {
    {Py_tp_methods, flags_methods},
    {Py_tp_init, flags_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Flags_spec = {
    .name = "context_used_last.Flags",
    .basicsize = sizeof(Flags),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Flags_slots,
};

static PyObject *
context_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    context_used_last_state *state = get_context_used_last_state_by_type(type);
    Context *self = (Context *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->flags = PyObject_CallObject((PyObject *)state->Flags_Type, NULL);
    if (self->flags == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    ((Flags *)self->flags)->bits = &self->status;
    return (PyObject *)self;
}

static int
context_traverse(Context *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->flags);
    return 0;
}

static void
context_dealloc(Context *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
#ifndef WITHOUT_CACHE
    context_used_last_state *state = find_context_used_last_state_by_type(Py_TYPE(self));
    if (state != NULL && self == state->cached) {
        state->cached = NULL;
    }
#endif
    if (self->flags != NULL) {
        ((Flags *)self->flags)->bits = NULL;
    }
    Py_XDECREF(self->flags);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
context_set_way(PyObject *self, PyObject *value, void *closure)
{
    context_used_last_state *state = get_context_used_last_state_by_type(Py_TYPE(self));
    long at;

    for (at = 0; value != NULL && at < WAYS; at++) {
        int is_equal = PyObject_RichCompareBool(state->ways[at], value, Py_EQ);

        if (is_equal < 0) {
            return -1;
        }
        if (is_equal) {
            WAY(self) = at;
            return 0;
        }
    }
    PyErr_SetString(PyExc_ValueError, "no such way");
    return -1;
}

static PyObject *
context_get_way(PyObject *self, void *closure)
{
    context_used_last_state *state = get_context_used_last_state_by_type(Py_TYPE(self));
    PyObject *way = state->ways[WAY(self)];

    Py_INCREF(way);
    return way;
}

static int
set_all(PyObject *self, PyObject *way)
{
    if (way != Py_None && context_set_way(self, way, NULL) < 0) {
        return -1;
    }
    return 0;
}

static PyObject *
context_use(PyObject *self, PyObject *way)
{
    if (set_all(self, way) < 0) {
        return NULL;
    }
#ifndef WITHOUT_CACHE
    context_used_last_state *state = get_context_used_last_state_by_type(Py_TYPE(self));
    state->cached = (Context *)self;
#endif
    Py_RETURN_NONE;
}

static PyObject *
context_raise(PyObject *self, PyObject *bits)
{
    context_used_last_state *state = get_context_used_last_state_by_type(Py_TYPE(self));
    Signal *signal;

    ((Context *)self)->status |= (unsigned int)PyLong_AsUnsignedLong(bits);
    if (PyErr_Occurred()) {
        return NULL;
    }
    for (signal = state->signals; signal->name != NULL; signal++) {
        if (((Context *)self)->status & signal->bit) {
            PyErr_SetString(signal->error, "raised");
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
context_flags(PyObject *self, void *closure)
{
    PyObject *flags = ((Context *)self)->flags;

    Py_INCREF(flags);
    return flags;
}

static PyMethodDef context_methods[] = {
    {"use", context_use, METH_O, "Make it the one that was used last."},
    {"raise_", context_raise, METH_O, "Set bits, and raise the first signal of these."},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef context_getset[] = {
    {"way", context_get_way, context_set_way, "How it rounds.", NULL},
    {"flags", context_flags, NULL, "What happened.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_methods, context_methods},
    {Py_tp_getset, context_getset},
    {Py_tp_new, context_new},
    {Py_tp_traverse, context_traverse},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "context_used_last.Context",
    .basicsize = sizeof(Context),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Context_slots,
};

/* Borrowed. */
static PyObject *
last_context(context_used_last_state *state)
{
#ifndef WITHOUT_CACHE
    if (state->cached != NULL) {
        return (PyObject *)state->cached;
    }
#endif
    return Py_None;
}

static PyObject *
last(PyObject *module, PyObject *unused)
{
    context_used_last_state *state = get_context_used_last_state(module);
    PyObject *found = last_context(state);

    Py_INCREF(found);
    return found;
}

static PyObject *
digits(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(precision);
}

static PyObject *
set_ways(PyObject *module, PyObject *args)
{
    context_used_last_state *state = get_context_used_last_state(module);
    PyObject *context, *way;

    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &context, &way)) {
        return NULL;
    }
    if (PyTuple_GET_SIZE(context) != 1 || !PyObject_TypeCheck(PyTuple_GET_ITEM(context, 0), state->Context_Type)) {
        PyErr_SetString(PyExc_TypeError, "a context is wanted");
        return NULL;
    }
    if (set_all(PyTuple_GET_ITEM(context, 0), way) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"last", last, METH_NOARGS, "The context that was used last."},
    {"digits", digits, METH_NOARGS, "How many digits are kept."},
    {"set_ways", set_ways, METH_VARARGS, "Set how the only one of some contexts rounds."},
    {NULL, NULL, 0, NULL}
};

static int
context_used_last_traverse(PyObject *module, visitproc visit, void *arg)
{
    context_used_last_state *state = get_context_used_last_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->signals) / sizeof(state->signals[0]); i++) {
        Py_VISIT(state->signals[i].error);
    }
    for (i = 0; i < sizeof(state->ways) / sizeof(state->ways[0]); i++) {
        Py_VISIT(state->ways[i]);
    }
    Py_VISIT(state->Flags_Type);
    Py_VISIT(state->Context_Type);
    return 0;
}

static int
context_used_last_clear(PyObject *module)
{
    context_used_last_state *state = get_context_used_last_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->signals) / sizeof(state->signals[0]); i++) {
        Py_CLEAR(state->signals[i].error);
    }
    for (i = 0; i < sizeof(state->ways) / sizeof(state->ways[0]); i++) {
        Py_CLEAR(state->ways[i]);
    }
    Py_CLEAR(state->Flags_Type);
    Py_CLEAR(state->Context_Type);
    return 0;
}

static void
context_used_last_free(void *module)
{
    context_used_last_clear((PyObject *)module);
}

static int context_used_last_exec(PyObject *module);

static PyModuleDef_Slot context_used_last_slots[] = {
    {Py_mod_exec, context_used_last_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "context_used_last",
    .m_size = sizeof(context_used_last_state),
    .m_methods = functions,
    .m_traverse = context_used_last_traverse,
    .m_clear = context_used_last_clear,
    .m_free = context_used_last_free,
    .m_slots = context_used_last_slots,
};

/* Others may use precision when another module is initialised. */
static int precision_set;

static int
context_used_last_exec(PyObject *module)
{
    context_used_last_state *state = get_context_used_last_state(module);
    static const char *const names[] = {"up", "down", "half even", "guard"};
    Signal *signal;
    int i;

    state->signals[0].name = "context_used_last.Inexact";
    state->signals[0].bit = 1;
    state->signals[1].name = "context_used_last.Rounded";
    state->signals[1].bit = 2;

    if (!precision_set) {
        set_precision(LIMIT);
        precision_set = 1;
    }
    state->Flags_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Flags_spec, NULL);
    if (state->Flags_Type == NULL) {
        return -1;
    }
    state->Context_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (state->Context_Type == NULL) {
        return -1;
    }
    for (i = 0; i < WAYS; i++) {
        state->ways[i] = PyUnicode_InternFromString(names[i]);
        if (state->ways[i] == NULL) {
            goto error;
        }
    }
    for (signal = state->signals; signal->name != NULL; signal++) {
        signal->error = PyErr_NewException(signal->name, NULL, NULL);
        if (signal->error == NULL) {
            goto error;
        }
        Py_INCREF(signal->error);
        if (PyModule_AddObject(module, strrchr(signal->name, '.') + 1, signal->error) < 0) {
            Py_DECREF(signal->error);
            goto error;
        }
    }
    Py_INCREF(state->Flags_Type);
    if (PyModule_AddObject(module, "Flags", (PyObject *)state->Flags_Type) < 0) {
        Py_DECREF(state->Flags_Type);
        goto error;
    }
    Py_INCREF(state->Context_Type);
    if (PyModule_AddObject(module, "Context", (PyObject *)state->Context_Type) < 0) {
        Py_DECREF(state->Context_Type);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_context_used_last(void)
{
    return PyModuleDef_Init(&definition);
}
