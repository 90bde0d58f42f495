#include <Python.h>

typedef struct {
    PyObject_HEAD
    long next;
    long stop;
    long step;
} TicksObject;

static PyTypeObject Ticks_Type;

static void
Ticks_dealloc(TicksObject *self)
{
    PyObject_Del(self);
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

static PyMethodDef Ticks_methods[] = {
    {"__length_hint__", (PyCFunction)Ticks_length_hint, METH_NOARGS,
     "__length_hint__($self, /)\n--\n\nHow many ticks are left."},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Ticks_getset[] = {
    {"step", (getter)Ticks_get_step, NULL, "distance of two ticks", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Ticks_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ticks.Ticks",
    .tp_basicsize = sizeof(TicksObject),
    .tp_dealloc = (destructor)Ticks_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Iterator made by ticks().",
    .tp_iternext = (iternextfunc)Ticks_iternext,
    .tp_methods = Ticks_methods,
    .tp_getset = Ticks_getset,
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
    TicksObject *self = PyObject_New(TicksObject, &Ticks_Type);
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
    if (!Py_IS_TYPE(op, &Ticks_Type)) {
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

static struct PyModuleDef ticks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ticks",
    .m_doc = "Evenly spaced ticks.",
    .m_size = -1,
    .m_methods = ticks_functions,
};

PyMODINIT_FUNC
PyInit_ticks(void)
{
    PyObject *module = PyModule_Create(&ticks_module);
    if (module == NULL) {
        return NULL;
    }
    Ticks_Type.tp_iter = PyObject_SelfIter;
    if (PyType_Ready(&Ticks_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Ticks_Type);
    if (PyModule_AddObject(module, "Ticks", (PyObject *)&Ticks_Type) < 0) {
        Py_DECREF(&Ticks_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
