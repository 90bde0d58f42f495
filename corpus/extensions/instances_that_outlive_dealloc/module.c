#include <Python.h>

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

static PyTypeObject Pool_Type;

/* Taken from the discussion of resurrection in tp_dealloc. */
static void
resurrect_object(PyObject *self)
{
    _Py_NewReference(self);

    /* When called from a heap type's dealloc (subtype_dealloc above), the type will be
     * decref'ed on return.  This counteracts that.
     */
    if (PyType_HasFeature(Py_TYPE(self), Py_TPFLAGS_HEAPTYPE))
        Py_INCREF(Py_TYPE(self));
    return;
}

static void
Handle_dealloc(Handle *self)
{
    Pool *pool = self->pool;

    if (pool != NULL && !self->is_closing && pool->count < MOST_CLOSING) {
        self->is_closing = 1;
        pool->closing[pool->count++] = self;
        resurrect_object((PyObject *)self);
        return;
    }
    Py_XDECREF(self->pool);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
Handle_init(Handle *self, PyObject *args, PyObject *kwargs)
{
    Pool *pool;

    if (!PyArg_ParseTuple(args, "O!:Handle", &Pool_Type, &pool)) {
        return -1;
    }
    Py_INCREF(pool);
    Py_XSETREF(self->pool, pool);
    return 0;
}

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pools.Handle",
    .tp_basicsize = sizeof(Handle),
    .tp_dealloc = (destructor)Handle_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = (initproc)Handle_init,
    .tp_new = PyType_GenericNew,
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

static PyTypeObject Pool_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pools.Pool",
    .tp_basicsize = sizeof(Pool),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Pool_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef pools = {
    PyModuleDef_HEAD_INIT, "pools", "Handles that are closed later", -1, NULL
};

PyMODINIT_FUNC
PyInit_pools(void)
{
    PyObject *module = PyModule_Create(&pools);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Pool_Type) < 0 || PyModule_AddType(module, &Handle_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
