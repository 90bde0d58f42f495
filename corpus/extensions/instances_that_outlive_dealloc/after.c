#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Handles are closed by their pool: one that nobody holds any more stays until the pool is drained. */

#define MOST_CLOSING 64

struct handle;

typedef struct {
    PyObject_HEAD
    struct handle *closing[MOST_CLOSING];
    int count;
} Pool;

typedef struct handle {
    PyObject_HEAD
    Pool *pool;
    int is_closing;
} Handle;

typedef struct {
    PyTypeObject *Pool_Type;
} pools_state;

static struct PyModuleDef pools;

static inline pools_state *
get_pools_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pools_state *)state;
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

static inline pools_state *
get_pools_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &pools);
    assert(module != NULL);
    return get_pools_state(module);
}

/* Taken from the discussion of resurrection in tp_dealloc. */
static void
resurrect_object(PyObject *self)
{
    _Py_NewReference(self);

    return;
}

static int
Handle_traverse(Handle *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Handle_dealloc(Handle *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    Pool *pool = self->pool;

    PyObject_GC_UnTrack(self);
    if (pool != NULL && !self->is_closing && pool->count < MOST_CLOSING) {
        self->is_closing = 1;
        pool->closing[pool->count++] = self;
        resurrect_object((PyObject *)self);
        return;
    }
    Py_XDECREF(self->pool);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Handle_init(Handle *self, PyObject *args, PyObject *kwargs)
{
    pools_state *state = get_pools_state_by_type(Py_TYPE(self));
    Pool *pool;

    if (!PyArg_ParseTuple(args, "O!:Handle", state->Pool_Type, &pool)) {
        return -1;
    }
    Py_INCREF(pool);
    Py_XSETREF(self->pool, pool);
    return 0;
}

static PyType_Slot Handle_slots[] = {
    {Py_tp_dealloc, Handle_dealloc},
    {Py_tp_init, Handle_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Handle_traverse},
    {0, NULL},
};

static PyType_Spec Handle_spec = {
    .name = "pools.Handle",
    .basicsize = sizeof(Handle),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handle_slots,
};

static PyObject *
Pool_drain(Pool *self, PyObject *Py_UNUSED(ignored))
{
    int done = 0;

    while (self->count > 0) {
        Handle *handle = self->closing[--self->count];
        Py_DECREF(handle);
        done++;
    }
    return PyLong_FromLong(done);
}

static PyMethodDef Pool_methods[] = {
    {"drain", (PyCFunction)Pool_drain, METH_NOARGS, "drain(): close what waits, and tell how many that were"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Pool_slots[] = {
    {Py_tp_methods, Pool_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Pool_spec = {
    .name = "pools.Pool",
    .basicsize = sizeof(Pool),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pool_slots,
};

static int
pools_traverse(PyObject *module, visitproc visit, void *arg)
{
    pools_state *state = get_pools_state(module);
    Py_VISIT(state->Pool_Type);
    return 0;
}

static int
pools_clear(PyObject *module)
{
    pools_state *state = get_pools_state(module);
    Py_CLEAR(state->Pool_Type);
    return 0;
}

static void
pools_free(void *module)
{
    pools_clear((PyObject *)module);
}

static int pools_exec(PyObject *module);

static PyModuleDef_Slot pools_slots[] = {
    {Py_mod_exec, pools_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef pools = {
    PyModuleDef_HEAD_INIT, "pools", "Handles that are closed later", sizeof(pools_state), NULL,
    pools_slots, pools_traverse, pools_clear, pools_free
};

static int
pools_exec(PyObject *module)
{
    pools_state *state = get_pools_state(module);

    PyTypeObject *Handle_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Handle_spec, NULL);
    if (Handle_Type == NULL) {
        return -1;
    }
    state->Pool_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pool_spec, NULL);
    if (state->Pool_Type == NULL) {
        Py_DECREF(Handle_Type);
        return -1;
    }
    if (PyModule_AddType(module, state->Pool_Type) < 0 || PyModule_AddType(module, Handle_Type) < 0) {
        Py_DECREF(Handle_Type);
        return -1;
    }
    Py_DECREF(Handle_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_pools(void)
{
    return PyModuleDef_Init(&pools);
}
