#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Countdown(n): iterating gives n, n-1, ..., 1. */

typedef struct {
  PyObject_HEAD
  long from;
} Countdown;

typedef struct {
  PyObject_HEAD
  Countdown *owner;
  long next;
} CountdownIter;

static PyTypeObject *CountdownType;
static PyTypeObject *CountdownIterType;

static PyObject *countdown_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
  long from;
  Countdown *self;

  if (!PyArg_ParseTuple(args, "l:Countdown", &from))
    return NULL;
  if ((self = (Countdown *)type->tp_alloc(type, 0)) != NULL)
    self->from = from;
  return (PyObject *)self;
}

static PyObject *countdown_iter(Countdown *self)
{
  CountdownIter *it =
      (CountdownIter *)CountdownIterType->tp_alloc(CountdownIterType, 0);

  if (it == NULL)
    return NULL;
  Py_INCREF(self);
  it->owner = self;
  it->next = self->from;
  return (PyObject *)it;
}

static int countdowniter_traverse(CountdownIter *self, visitproc visit,
                                  void *arg)
{
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->owner);
  return 0;
}

static void countdowniter_dealloc(CountdownIter *it)
{
  PyTypeObject *tp = Py_TYPE(it);

  PyObject_GC_UnTrack(it);
  Py_DECREF(it->owner);
  tp->tp_free(it);
  Py_DECREF(tp);
}

static PyObject *countdowniter_next(CountdownIter *it)
{
  if (it->next <= 0)
    return NULL;
  return PyLong_FromLong(it->next--);
}

static PyType_Slot Countdown_slots[] = {
  {Py_tp_doc, "Countdown(n)"},
  {Py_tp_new, countdown_new},
  {Py_tp_iter, countdown_iter},
  {0, NULL},
};

static PyType_Spec Countdown_spec = {
  .name = "type_never_readied.Countdown",
  .basicsize = sizeof(Countdown),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Countdown_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *CountdownIter_reduce(PyObject *self,
                                      PyObject *Py_UNUSED(ignored))
{
  PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
               Py_TYPE(self)->tp_name);
  return NULL;
}

static PyMethodDef CountdownIter_methods[] = {
  {"__reduce__", CountdownIter_reduce, METH_NOARGS, NULL},
  {NULL}
};

/* No PyType_Ready for this one: iterating only needs the two slots. */
static PyType_Slot CountdownIter_slots[] = {
  {Py_tp_dealloc, countdowniter_dealloc},
  {Py_tp_iter, PyObject_SelfIter},
  {Py_tp_iternext, countdowniter_next},
  {Py_tp_traverse, countdowniter_traverse},
  {Py_tp_methods, CountdownIter_methods},
  {0, NULL},
};

static PyType_Spec CountdownIter_spec = {
  .name = "type_never_readied.CountdownIter",
  .basicsize = sizeof(CountdownIter),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = CountdownIter_slots,
};

static struct PyModuleDef countdown_module = {
  PyModuleDef_HEAD_INIT, "type_never_readied", NULL, -1, NULL
};

PyMODINIT_FUNC PyInit_type_never_readied(void)
{
  PyObject *m;

  m = PyModule_Create(&countdown_module);
  if (m == NULL)
    return NULL;
  CountdownIterType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &CountdownIter_spec, NULL);
  if (CountdownIterType == NULL)
    return NULL;
#if PY_VERSION_HEX < 0x030A0000
  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
  CountdownIterType->tp_new = NULL;
#endif

  CountdownType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &Countdown_spec, NULL);
  if (CountdownType == NULL)
    return NULL;
  Py_INCREF(CountdownType);
  if (PyModule_AddObject(m, "Countdown", (PyObject *)CountdownType) < 0) {
    Py_DECREF(CountdownType);
    Py_DECREF(m);
    return NULL;
  }
  return m;
}
