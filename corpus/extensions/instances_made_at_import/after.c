#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static int
Number_traverse(Number *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Number_dealloc(Number *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Number_long(Number *self)
{
    return PyLong_FromLong(self->value);
}

typedef struct {
    PyTypeObject *Number_Type;
    PyTypeObject *Countdown_Type;
} instances_made_at_import_state;

static inline instances_made_at_import_state *
get_instances_made_at_import_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instances_made_at_import_state *)state;
}

static PyType_Slot Number_slots[] = {
    {Py_tp_dealloc, Number_dealloc},
    {Py_tp_doc, "A number that the module has a few of."},
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_int, Number_long},
    {Py_tp_traverse, Number_traverse},
    {0, NULL},
};

static PyType_Spec Number_spec = {
    .name = "instances_made_at_import.Number",
    .basicsize = sizeof(Number),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Number_slots,
};

typedef struct {
    PyObject_HEAD
} Marker;

static int
Marker_traverse(Marker *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Marker_slots[] = {
    {Py_tp_doc, "Stands for nothing else."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Marker_traverse},
    {0, NULL},
};

static PyType_Spec Marker_spec = {
    .name = "instances_made_at_import.Marker",
    .basicsize = sizeof(Marker),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Marker_slots,
};

typedef struct {
    PyObject_HEAD
    long left;
} Countdown;

static PyObject *
Countdown_next(Countdown *self)
{
    return self->left > 0 ? PyLong_FromLong(self->left--) : NULL;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Countdown_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Countdown_methods[] = {
    {"__reduce__", Countdown_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Countdown_slots[] = {
    {Py_tp_doc, "Counts down; none is there when the module is imported."},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Countdown_next},
    {Py_tp_methods, Countdown_methods},
    {0, NULL},
};

static PyType_Spec Countdown_spec = {
    .name = "instances_made_at_import.Countdown",
    .basicsize = sizeof(Countdown),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Countdown_slots,
};

static PyObject *
count_down(PyObject *module, PyObject *start)
{
    instances_made_at_import_state *state = get_instances_made_at_import_state(module);
    Countdown *self;
    long left = PyLong_AsLong(start);

    if (left == -1 && PyErr_Occurred())
        return NULL;
    self = (Countdown *)state->Countdown_Type->tp_alloc(state->Countdown_Type, 0);
    if (self != NULL)
        self->left = left;
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    {"count_down", count_down, METH_O, "Return an iterator over start, start - 1, ... 1."},
    {NULL, NULL, 0, NULL}
};

static int
instances_made_at_import_traverse(PyObject *module, visitproc visit, void *arg)
{
    instances_made_at_import_state *state = get_instances_made_at_import_state(module);
    Py_VISIT(state->Number_Type);
    Py_VISIT(state->Countdown_Type);
    return 0;
}

static int
instances_made_at_import_clear(PyObject *module)
{
    instances_made_at_import_state *state = get_instances_made_at_import_state(module);
    Py_CLEAR(state->Number_Type);
    Py_CLEAR(state->Countdown_Type);
    return 0;
}

static void
instances_made_at_import_free(void *module)
{
    instances_made_at_import_clear((PyObject *)module);
}

static int instances_made_at_import_exec(PyObject *module);

static PyModuleDef_Slot instances_made_at_import_slots[] = {
    {Py_mod_exec, instances_made_at_import_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "instances_made_at_import",
    NULL,
    sizeof(instances_made_at_import_state),
    functions,
    instances_made_at_import_slots,
    instances_made_at_import_traverse,
    instances_made_at_import_clear,
    instances_made_at_import_free,
};

static int
add_number(PyObject *module, const char *name, long value)
{
    instances_made_at_import_state *state = get_instances_made_at_import_state(module);
    Number *number = (Number *)state->Number_Type->tp_alloc(state->Number_Type, 0);

    if (number == NULL)
        return -1;
    number->value = value;
    if (PyModule_AddObject(module, name, (PyObject *)number) < 0) {
        Py_DECREF(number);
        return -1;
    }
    return 0;
}

static int
instances_made_at_import_exec(PyObject *module)
{
    instances_made_at_import_state *state = get_instances_made_at_import_state(module);
    PyObject *marker, *known;

    state->Number_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Number_spec, NULL);
    if (state->Number_Type == NULL)
        return -1;
    PyTypeObject *Marker_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Marker_spec, NULL);
    if (Marker_Type == NULL)
        return -1;
    state->Countdown_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Countdown_spec, NULL);
    if (state->Countdown_Type == NULL) {
        Py_DECREF(Marker_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Countdown_Type->tp_new = NULL;
#endif
    marker = PyObject_CallObject((PyObject *)Marker_Type, NULL);
    Py_DECREF(Marker_Type);
    if (marker == NULL || PyModule_AddObject(module, "marker", marker) < 0) {
        Py_XDECREF(marker);
        return -1;
    }
    /* Given to a call, but not what is called. */
    known = PyObject_CallFunction((PyObject *)&PyTuple_Type, "((O))",
                                  state->Countdown_Type);
    if (known == NULL || PyModule_AddObject(module, "known", known) < 0) {
        Py_XDECREF(known);
        return -1;
    }
    if (add_number(module, "one", 1) < 0 || add_number(module, "two", 2) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instances_made_at_import(void)
{
    return PyModuleDef_Init(&definition);
}
