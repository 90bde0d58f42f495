#include <Python.h>
#include <stdio.h>
#include <string.h>

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

static Signal signals[] = {
    {"context_used_last.Inexact", 1, NULL},
    {"context_used_last.Rounded", 2, NULL},
    {NULL, 0, NULL},
};

static PyObject *ways[WAYS];

static PyTypeObject Flags_Type;
static PyTypeObject Context_Type;

#ifndef WITHOUT_CACHE
/* Invariant: NULL or a context that is alive. */
static Context *cached = NULL;
#endif

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
    Signal *signal;

    for (signal = signals; signal->name != NULL; signal++) {
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

static PyTypeObject Flags_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "context_used_last.Flags",
    .tp_basicsize = sizeof(Flags),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = flags_methods,
    .tp_init = flags_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
context_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Context *self = (Context *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->flags = PyObject_CallObject((PyObject *)&Flags_Type, NULL);
    if (self->flags == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    ((Flags *)self->flags)->bits = &self->status;
    return (PyObject *)self;
}

static void
context_dealloc(Context *self)
{
#ifndef WITHOUT_CACHE
    if (self == cached) {
        cached = NULL;
    }
#endif
    if (self->flags != NULL) {
        ((Flags *)self->flags)->bits = NULL;
    }
    Py_XDECREF(self->flags);
    Py_TYPE(self)->tp_free(self);
}

static int
context_set_way(PyObject *self, PyObject *value, void *closure)
{
    long at;

    for (at = 0; value != NULL && at < WAYS; at++) {
        int is_equal = PyObject_RichCompareBool(ways[at], value, Py_EQ);

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
    PyObject *way = ways[WAY(self)];

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
    cached = (Context *)self;
#endif
    Py_RETURN_NONE;
}

static PyObject *
context_raise(PyObject *self, PyObject *bits)
{
    Signal *signal;

    ((Context *)self)->status |= (unsigned int)PyLong_AsUnsignedLong(bits);
    if (PyErr_Occurred()) {
        return NULL;
    }
    for (signal = signals; signal->name != NULL; signal++) {
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

static PyTypeObject Context_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "context_used_last.Context",
    .tp_basicsize = sizeof(Context),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)context_dealloc,
    .tp_methods = context_methods,
    .tp_getset = context_getset,
    .tp_new = context_new,
};

/* Borrowed. */
static PyObject *
last_context(void)
{
#ifndef WITHOUT_CACHE
    if (cached != NULL) {
        return (PyObject *)cached;
    }
#endif
    return Py_None;
}

static PyObject *
last(PyObject *module, PyObject *unused)
{
    PyObject *found = last_context();

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
    PyObject *context, *way;

    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &context, &way)) {
        return NULL;
    }
    if (PyTuple_GET_SIZE(context) != 1 || !PyObject_TypeCheck(PyTuple_GET_ITEM(context, 0), &Context_Type)) {
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "context_used_last",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_context_used_last(void)
{
    static const char *const names[] = {"up", "down", "half even", "guard"};
    PyObject *module;
    Signal *signal;
    int i;

    set_precision(LIMIT);
    if (PyType_Ready(&Flags_Type) < 0 || PyType_Ready(&Context_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    for (i = 0; i < WAYS; i++) {
        ways[i] = PyUnicode_InternFromString(names[i]);
        if (ways[i] == NULL) {
            goto error;
        }
    }
    for (signal = signals; signal->name != NULL; signal++) {
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
    Py_INCREF(&Flags_Type);
    if (PyModule_AddObject(module, "Flags", (PyObject *)&Flags_Type) < 0) {
        Py_DECREF(&Flags_Type);
        goto error;
    }
    Py_INCREF(&Context_Type);
    if (PyModule_AddObject(module, "Context", (PyObject *)&Context_Type) < 0) {
        Py_DECREF(&Context_Type);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
