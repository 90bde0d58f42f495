#include <Python.h>

/* One init function, whose name would be that of another module where all modules are linked together. */

#define MODINIT_DEFINE(name) PyMODINIT_FUNC PyInit_##name(void)

typedef struct {
    PyObject_HEAD
    long ticks;
} ClockObject;

static PyTypeObject Clock_Type;

static PyObject *
clock_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    ClockObject *self = PyObject_New(ClockObject, &Clock_Type);

    if (self != NULL) {
        self->ticks = 0;
    }
    return (PyObject *)self;
}

static void
clock_dealloc(ClockObject *self)
{
    PyObject_Free(self);
}

static PyObject *
clock_tick(ClockObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->ticks);
}

static PyObject *
clock_copy(ClockObject *self, PyObject *Py_UNUSED(ignored))
{
    ClockObject *copy = PyObject_New(ClockObject, &Clock_Type);

    if (copy != NULL) {
        copy->ticks = self->ticks;
    }
    return (PyObject *)copy;
}

static PyMethodDef clock_methods[] = {
    {"tick", (PyCFunction)clock_tick, METH_NOARGS, "Count one more."},
    {"copy", (PyCFunction)clock_copy, METH_NOARGS, "A clock that has counted as far."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Clock_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "names_for_static_builds.Clock",
    .tp_basicsize = sizeof(ClockObject),
    .tp_dealloc = (destructor)clock_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = clock_methods,
    .tp_new = clock_new,
};

#if defined(BUILD_STATIC)
// avoid a conflict with the other module
MODINIT_DEFINE(pg_names_for_static_builds)
#else
MODINIT_DEFINE(names_for_static_builds)
#endif  // BUILD_STATIC
{
    PyObject *module;
    static struct PyModuleDef _module = {
        PyModuleDef_HEAD_INIT, "names_for_static_builds", NULL, -1, NULL, NULL, NULL, NULL, NULL
    };

    module = PyModule_Create(&_module);
    if (!module) {
        return NULL;
    }
    if (PyType_Ready(&Clock_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Clock_Type);
    if (PyModule_AddObject(module, "Clock", (PyObject *)&Clock_Type) < 0) {
        Py_DECREF(&Clock_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
