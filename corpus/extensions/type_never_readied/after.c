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

typedef struct {
  PyTypeObject *CountdownIterType;
} type_never_readied_state;

static inline type_never_readied_state *
get_type_never_readied_state(PyObject *module)
{
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (type_never_readied_state *)state;
}

static inline type_never_readied_state *
get_type_never_readied_state_by_type(PyTypeObject *type)
{
  void *state = PyType_GetModuleState(type);
  assert(state != NULL);
  return (type_never_readied_state *)state;
}

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
  type_never_readied_state *state =
      get_type_never_readied_state_by_type(Py_TYPE(self));
  CountdownIter *it =
      (CountdownIter *)state->CountdownIterType->tp_alloc(
          state->CountdownIterType, 0);

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

static int type_never_readied_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
  type_never_readied_state *state = get_type_never_readied_state(module);
  Py_VISIT(state->CountdownIterType);
  return 0;
}

static int type_never_readied_clear(PyObject *module)
{
  type_never_readied_state *state = get_type_never_readied_state(module);
  Py_CLEAR(state->CountdownIterType);
  return 0;
}

static void type_never_readied_free(void *module)
{
  type_never_readied_clear((PyObject *)module);
}

static int type_never_readied_exec(PyObject *m);

static PyModuleDef_Slot type_never_readied_slots[] = {
  {Py_mod_exec, type_never_readied_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef countdown_module = {
  PyModuleDef_HEAD_INIT, "type_never_readied", NULL,
  sizeof(type_never_readied_state), NULL,
  type_never_readied_slots, type_never_readied_traverse,
  type_never_readied_clear, type_never_readied_free
};

static int type_never_readied_exec(PyObject *m)
{
  type_never_readied_state *state = get_type_never_readied_state(m);

  state->CountdownIterType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &CountdownIter_spec, NULL);
  if (state->CountdownIterType == NULL)
    return -1;
#if PY_VERSION_HEX < 0x030A0000
  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
  state->CountdownIterType->tp_new = NULL;
#endif

  PyTypeObject *CountdownType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &Countdown_spec, NULL);
  if (CountdownType == NULL)
    return -1;
  if (PyModule_AddObject(m, "Countdown", (PyObject *)CountdownType) < 0) {
    Py_DECREF(CountdownType);
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC PyInit_type_never_readied(void)
{
  return PyModuleDef_Init(&countdown_module);
}
