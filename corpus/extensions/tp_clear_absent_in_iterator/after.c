#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Ring: a fixed number of places. RingIterator walks over those in use. */

typedef struct
{
  PyObject_HEAD
  int used;
  int next;
  PyObject *places[8];
} Ring;

typedef struct
{
  PyObject_HEAD
  Ring *m_ring;        // owned, never NULL
  int m_position;
} RingIterator;

typedef struct {
  PyTypeObject *RingIteratorType;
} tp_clear_absent_in_iterator_state;

static inline tp_clear_absent_in_iterator_state *
get_tp_clear_absent_in_iterator_state(PyObject *module)
{
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (tp_clear_absent_in_iterator_state *)state;
}

static inline tp_clear_absent_in_iterator_state *
get_tp_clear_absent_in_iterator_state_by_type(PyTypeObject *type)
{
  void *state = PyType_GetModuleState(type);
  assert(state != NULL);
  return (tp_clear_absent_in_iterator_state *)state;
}

static int ring_init(Ring *self, PyObject *args, PyObject *kwargs)
{
  int i;

  if(!PyArg_ParseTuple(args, ""))
    return -1;
  for(i = 0; i < 8; i++)
    Py_CLEAR(self->places[i]);
  self->used = self->next = 0;
  return 0;
}

static int ring_traverse(Ring *self, visitproc visit, void *arg)
{
  Py_VISIT(Py_TYPE(self));
  return 0;
}

static void ring_dealloc(Ring *self)
{
  PyTypeObject *tp = Py_TYPE(self);
  int i;

  PyObject_GC_UnTrack(self);
  for(i = 0; i < 8; i++)
    Py_XDECREF(self->places[i]);
  tp->tp_free((PyObject *) self);
  Py_DECREF(tp);
}

static PyObject *ring_push(Ring *self, PyObject *item)
{
  PyObject *old = self->places[self->next];

  Py_INCREF(item);
  self->places[self->next] = item;
  self->next = (self->next + 1) % 8;
  if(self->used < 8)
    self->used++;
  if(old)
    return old;
  Py_RETURN_NONE;
}

static PyObject *ring_iter(Ring *self)
{
  tp_clear_absent_in_iterator_state *state =
      get_tp_clear_absent_in_iterator_state_by_type(Py_TYPE(self));
  RingIterator *iterator =
      (RingIterator *)state->RingIteratorType->tp_alloc(
          state->RingIteratorType, 0);

  if(!iterator)
    return NULL;
  Py_INCREF(self);
  iterator->m_ring = self;
  iterator->m_position = 0;
  return (PyObject *) iterator;
}

static int ringiterator_traverse(RingIterator *self, visitproc visit,
                                 void *arg)
{
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->m_ring);
  return 0;
}

static void ringiterator_dealloc(RingIterator *self)
{
  PyTypeObject *tp = Py_TYPE(self);

  PyObject_GC_UnTrack(self);
  Py_DECREF(self->m_ring);
  tp->tp_free(self);
  Py_DECREF(tp);
}

static PyObject *ringiterator_next(RingIterator *self)
{
  Ring *ring = self->m_ring;
  PyObject *item;

  if(self->m_position >= ring->used)
    return NULL;
  item = ring->places[self->m_position++];
  Py_INCREF(item);
  return item;
}

static PyMethodDef ring_methods[] =
{
  {"push", (PyCFunction) ring_push, METH_O, "Add an item; return the one that had to go, or None."},
  {NULL, NULL, 0, NULL}
};

static PyType_Slot Ring_slots[] = {
  {Py_tp_new, PyType_GenericNew},
  {Py_tp_init, ring_init},
  {Py_tp_dealloc, ring_dealloc},
  {Py_tp_iter, ring_iter},
  {Py_tp_methods, ring_methods},
  {Py_tp_traverse, ring_traverse},
  {0, NULL},
};

static PyType_Spec Ring_spec = {
  .name = "tp_clear_absent_in_iterator.Ring",
  .basicsize = sizeof(Ring),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Ring_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *RingIterator_reduce(PyObject *self,
                                     PyObject *Py_UNUSED(ignored))
{
  PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
               Py_TYPE(self)->tp_name);
  return NULL;
}

static PyMethodDef RingIterator_methods[] = {
  {"__reduce__", RingIterator_reduce, METH_NOARGS, NULL},
  {NULL}
};

static PyType_Slot RingIterator_slots[] = {
  {Py_tp_dealloc, ringiterator_dealloc},
  {Py_tp_iter, PyObject_SelfIter},
  {Py_tp_iternext, ringiterator_next},
  {Py_tp_traverse, ringiterator_traverse},
  {Py_tp_methods, RingIterator_methods},
  {0, NULL},
};

static PyType_Spec RingIterator_spec = {
  .name = "tp_clear_absent_in_iterator.RingIterator",
  .basicsize = sizeof(RingIterator),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = RingIterator_slots,
};

static int tp_clear_absent_in_iterator_traverse(
    PyObject *module, visitproc visit, void *arg)
{
  tp_clear_absent_in_iterator_state *state =
      get_tp_clear_absent_in_iterator_state(module);
  Py_VISIT(state->RingIteratorType);
  return 0;
}

static int tp_clear_absent_in_iterator_clear(PyObject *module)
{
  tp_clear_absent_in_iterator_state *state =
      get_tp_clear_absent_in_iterator_state(module);
  Py_CLEAR(state->RingIteratorType);
  return 0;
}

static void tp_clear_absent_in_iterator_free(void *module)
{
  tp_clear_absent_in_iterator_clear((PyObject *)module);
}

static int tp_clear_absent_in_iterator_exec(PyObject *m);

static PyModuleDef_Slot tp_clear_absent_in_iterator_slots[] = {
  {Py_mod_exec, tp_clear_absent_in_iterator_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static PyModuleDef ring_module =
{
  PyModuleDef_HEAD_INIT,
  "tp_clear_absent_in_iterator", NULL,
  sizeof(tp_clear_absent_in_iterator_state), NULL,
  tp_clear_absent_in_iterator_slots,
  tp_clear_absent_in_iterator_traverse, tp_clear_absent_in_iterator_clear,
  tp_clear_absent_in_iterator_free
};

static int tp_clear_absent_in_iterator_exec(PyObject *m)
{
  tp_clear_absent_in_iterator_state *state =
      get_tp_clear_absent_in_iterator_state(m);

  PyTypeObject *RingType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &Ring_spec, NULL);
  if(RingType == NULL)
    return -1;
  state->RingIteratorType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &RingIterator_spec, NULL);
  if(state->RingIteratorType == NULL) {
    Py_DECREF(RingType);
    return -1;
  }
#if PY_VERSION_HEX < 0x030A0000
  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
  state->RingIteratorType->tp_new = NULL;
#endif
  PyModule_AddObject(m, "Ring", (PyObject *) RingType);
  return 0;
}

PyMODINIT_FUNC PyInit_tp_clear_absent_in_iterator(void)
{
  return PyModuleDef_Init(&ring_module);
}
