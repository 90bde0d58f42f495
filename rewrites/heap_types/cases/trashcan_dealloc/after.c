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

static PyTypeObject *Cons_Type;

#define Cons_Check(o) (Py_TYPE(o) == Cons_Type)

static PyObject *
cons_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *car, *cdr = Py_None;
    Cons *self;

    if (!PyArg_UnpackTuple(args, "Cons", 1, 2, &car, &cdr))
        return NULL;
    if (cdr != Py_None && !Cons_Check(cdr)) {
        PyErr_SetString(PyExc_TypeError, "the rest must be a Cons or None");
        return NULL;
    }
    self = PyObject_GC_New(Cons, Cons_Type);
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
    Py_ssize_t length = 1;
    PyObject *rest = self->cdr;

    for (; rest != NULL && Cons_Check(rest); rest = ((Cons *)rest)->cdr)
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

static struct PyModuleDef lisp = {
    PyModuleDef_HEAD_INIT, "trashcan_dealloc", "Lists, old style.", -1, NULL
};

PyMODINIT_FUNC
PyInit_trashcan_dealloc(void)
{
    PyObject *m;

    m = PyModule_Create(&lisp);
    if (m == NULL)
        return NULL;

    Cons_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Cons_spec, NULL);
    if (Cons_Type == NULL)
        return NULL;
    Py_INCREF(Cons_Type);
    if (PyModule_AddObject(m, "Cons", (PyObject *)Cons_Type) < 0) {
        Py_DECREF(Cons_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
