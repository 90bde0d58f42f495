#include <Python.h>

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif
#ifndef Py_TPFLAGS_DISALLOW_INSTANTIATION
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long next;
    long stop;
    long step;
} TicksObject;

typedef struct {
    PyTypeObject *Ticks_Type;
} ticks_state;

static inline ticks_state *
get_ticks_state(PyObject *module)
{
    return (ticks_state *)PyModule_GetState(module);
}

static void
Ticks_dealloc(TicksObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Ticks_iternext(TicksObject *self)
{
    if (self->next >= self->stop) {
        return NULL;
    }
    long value = self->next;
    self->next += self->step;
    return PyLong_FromLong(value);
}

static long
remaining(TicksObject *self)
{
    if (self->next >= self->stop) {
        return 0;
    }
    return (self->stop - self->next + self->step - 1) / self->step;
}

static PyObject *
Ticks_length_hint(TicksObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(remaining(self));
}

static PyObject *
Ticks_get_step(TicksObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(self->step);
}

/* A heap type without tp_new would pickle with protocols 0 and 1. */
static PyObject *
Ticks_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Ticks_methods[] = {
    {"__length_hint__", (PyCFunction)Ticks_length_hint, METH_NOARGS,
     "__length_hint__($self, /)\n--\n\nHow many ticks are left."},
    {"__reduce__", Ticks_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Ticks_getset[] = {
    {"step", (getter)Ticks_get_step, NULL, "distance of two ticks", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Ticks_slots[] = {
    {Py_tp_dealloc, Ticks_dealloc},
    {Py_tp_doc, "Iterator made by ticks()."},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Ticks_iternext},
    {Py_tp_methods, Ticks_methods},
    {Py_tp_getset, Ticks_getset},
    {0, NULL}
};

static PyType_Spec Ticks_spec = {
    .name = "ticks.Ticks",
    .basicsize = sizeof(TicksObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Ticks_slots,
};

static PyObject *
ticks_ticks(PyObject *module, PyObject *args)
{
    long start, stop, step = 1;

    if (!PyArg_ParseTuple(args, "ll|l:ticks", &start, &stop, &step)) {
        return NULL;
    }
    if (step <= 0) {
        PyErr_SetString(PyExc_ValueError, "step must be positive");
        return NULL;
    }
    PyTypeObject *type = get_ticks_state(module)->Ticks_Type;
    TicksObject *self = (TicksObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->next = start;
    self->stop = stop;
    self->step = step;
    return (PyObject *)self;
}

static PyObject *
ticks_left(PyObject *module, PyObject *op)
{
    if (!Py_IS_TYPE(op, get_ticks_state(module)->Ticks_Type)) {
        PyErr_Format(PyExc_TypeError, "ticks expected, got %.100s",
                     Py_TYPE(op)->tp_name);
        return NULL;
    }
    return PyLong_FromLong(remaining((TicksObject *)op));
}

static PyMethodDef ticks_functions[] = {
    {"ticks", ticks_ticks, METH_VARARGS,
     "ticks($module, start, stop, step=1, /)\n--\n\nIterate over ticks."},
    {"left", ticks_left, METH_O,
     "left($module, ticks, /)\n--\n\nHow many ticks are left."},
    {NULL, NULL, 0, NULL}
};

static int
ticks_exec(PyObject *module)
{
    ticks_state *state = get_ticks_state(module);

    state->Ticks_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Ticks_spec, NULL);
    if (state->Ticks_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    state->Ticks_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Ticks_Type);
    if (PyModule_AddObject(module, "Ticks",
                           (PyObject *)state->Ticks_Type) < 0) {
        Py_DECREF(state->Ticks_Type);
        return -1;
    }
    return 0;
}

static int
ticks_traverse(PyObject *module, visitproc visit, void *arg)
{
    ticks_state *state = get_ticks_state(module);

    Py_VISIT(state->Ticks_Type);
    return 0;
}

static int
ticks_clear(PyObject *module)
{
    ticks_state *state = get_ticks_state(module);

    Py_CLEAR(state->Ticks_Type);
    return 0;
}

static void
ticks_free(void *module)
{
    ticks_clear((PyObject *)module);
}

static PyModuleDef_Slot ticks_slots[] = {
    {Py_mod_exec, ticks_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef ticks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ticks",
    .m_doc = "Evenly spaced ticks.",
    .m_size = sizeof(ticks_state),
    .m_methods = ticks_functions,
    .m_slots = ticks_slots,
    .m_traverse = ticks_traverse,
    .m_clear = ticks_clear,
    .m_free = ticks_free,
};

PyMODINIT_FUNC
PyInit_ticks(void)
{
    return PyModuleDef_Init(&ticks_module);
}
