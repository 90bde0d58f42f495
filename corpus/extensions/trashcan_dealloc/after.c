#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Cons cells, as in Lisp. Long lists are freed without deep recursion in C. */

typedef struct {
    PyObject_HEAD
    PyObject *car;
    PyObject *cdr;
} Cons;

typedef struct {
    PyTypeObject *Cons_Type;
} trashcan_dealloc_state;

static inline trashcan_dealloc_state *
get_trashcan_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (trashcan_dealloc_state *)state;
}

static inline trashcan_dealloc_state *
get_trashcan_dealloc_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (trashcan_dealloc_state *)state;
}

#define Cons_Check(state, o) (Py_TYPE(o) == (state)->Cons_Type)

static PyObject *
cons_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    trashcan_dealloc_state *state = get_trashcan_dealloc_state_by_type(type);
    PyObject *car, *cdr = Py_None;
    Cons *self;

    if (!PyArg_UnpackTuple(args, "Cons", 1, 2, &car, &cdr))
        return NULL;
    if (cdr != Py_None && !Cons_Check(state, cdr)) {
        PyErr_SetString(PyExc_TypeError, "the rest must be a Cons or None");
        return NULL;
    }
    self = PyObject_GC_New(Cons, state->Cons_Type);
    if (self == NULL)
        return NULL;
    Py_INCREF(car);
    self->car = car;
    Py_INCREF(cdr);
    self->cdr = cdr;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int
cons_traverse(Cons *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->car);
    Py_VISIT(self->cdr);
    return 0;
}

static int
cons_clear(Cons *self)
{
    Py_CLEAR(self->car);
    Py_CLEAR(self->cdr);
    return 0;
}

static void
cons_dealloc(Cons *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, cons_dealloc)
    cons_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
    Py_TRASHCAN_END
}

static Py_ssize_t
cons_length(Cons *self)
{
    trashcan_dealloc_state *state =
        get_trashcan_dealloc_state_by_type(Py_TYPE(self));
    Py_ssize_t length = 1;
    PyObject *rest = self->cdr;

    for (; rest != NULL && Cons_Check(state, rest); rest = ((Cons *)rest)->cdr)
        length++;
    return length;
}

static PyObject *
cons_car(Cons *self, void *closure)
{
    PyObject *car = self->car != NULL ? self->car : Py_None;

    Py_INCREF(car);
    return car;
}

static int
cons_set_car(Cons *self, PyObject *value, void *closure)
{
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "can't delete car");
        return -1;
    }
    Py_INCREF(value);
    Py_XSETREF(self->car, value);
    return 0;
}

static PyGetSetDef cons_getset[] = {
    {"car", (getter)cons_car, (setter)cons_set_car, NULL, NULL},
    {NULL}
};

static PyType_Slot Cons_slots[] = {
    {Py_tp_dealloc, cons_dealloc},
    {Py_tp_traverse, cons_traverse},
    {Py_tp_clear, cons_clear},
    {Py_tp_getset, cons_getset},
    {Py_tp_new, cons_new},
    {Py_sq_length, cons_length},
    {0, NULL},
};

static PyType_Spec Cons_spec = {
    .name = "trashcan_dealloc.Cons",
    .basicsize = sizeof(Cons),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cons_slots,
};

static int
trashcan_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    trashcan_dealloc_state *state = get_trashcan_dealloc_state(module);
    Py_VISIT(state->Cons_Type);
    return 0;
}

static int
trashcan_dealloc_clear(PyObject *module)
{
    trashcan_dealloc_state *state = get_trashcan_dealloc_state(module);
    Py_CLEAR(state->Cons_Type);
    return 0;
}

static void
trashcan_dealloc_free(void *module)
{
    trashcan_dealloc_clear((PyObject *)module);
}

static int trashcan_dealloc_exec(PyObject *m);

static PyModuleDef_Slot trashcan_dealloc_slots[] = {
    {Py_mod_exec, trashcan_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef lisp = {
    PyModuleDef_HEAD_INIT, "trashcan_dealloc", "Lists, old style.",
    sizeof(trashcan_dealloc_state), NULL,
    trashcan_dealloc_slots, trashcan_dealloc_traverse, trashcan_dealloc_clear,
    trashcan_dealloc_free
};

static int
trashcan_dealloc_exec(PyObject *m)
{
    trashcan_dealloc_state *state = get_trashcan_dealloc_state(m);

    state->Cons_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Cons_spec, NULL);
    if (state->Cons_Type == NULL)
        return -1;
    Py_INCREF(state->Cons_Type);
    if (PyModule_AddObject(m, "Cons", (PyObject *)state->Cons_Type) < 0) {
        Py_DECREF(state->Cons_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_trashcan_dealloc(void)
{
    return PyModuleDef_Init(&lisp);
}
