#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* One init function, whose name would be that of another module where all modules are linked together. */

#define MODINIT_DEFINE(name) PyMODINIT_FUNC PyInit_##name(void)

typedef struct {
    PyObject_HEAD
    long ticks;
} ClockObject;

static PyObject *
clock_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    ClockObject *self = (ClockObject *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->ticks = 0;
    }
    return (PyObject *)self;
}

static void
clock_dealloc(ClockObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
clock_tick(ClockObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++self->ticks);
}

static PyObject *
clock_copy(ClockObject *self, PyObject *Py_UNUSED(ignored))
{
    ClockObject *copy = (ClockObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

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

static PyType_Slot Clock_slots[] = {
    {Py_tp_dealloc, clock_dealloc},
    {Py_tp_methods, clock_methods},
    {Py_tp_new, clock_new},
    {0, NULL},
};

static PyType_Spec Clock_spec = {
    .name = "names_for_static_builds.Clock",
    .basicsize = sizeof(ClockObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Clock_slots,
};

static int names_for_static_builds_exec(PyObject *module);

static PyModuleDef_Slot names_for_static_builds_slots[] = {
    {Py_mod_exec, names_for_static_builds_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef _module = {
    PyModuleDef_HEAD_INIT, "names_for_static_builds", NULL, 0, NULL, names_for_static_builds_slots, NULL,
    NULL, NULL
};

static int
names_for_static_builds_exec(PyObject *module)
{
    PyTypeObject *Clock_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Clock_spec, NULL);
    if (Clock_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Clock", (PyObject *)Clock_Type) < 0) {
        Py_DECREF(Clock_Type);
        return -1;
    }
    return 0;
}

#if defined(BUILD_STATIC)
// avoid a conflict with the other module
MODINIT_DEFINE(pg_names_for_static_builds)
#else
MODINIT_DEFINE(names_for_static_builds)
#endif  // BUILD_STATIC
{
    return PyModuleDef_Init(&_module);
}
