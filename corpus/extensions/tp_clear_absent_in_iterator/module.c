#include <Python.h>

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

static PyTypeObject RingType;
static PyTypeObject RingIteratorType;

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

static void ring_dealloc(Ring *self)
{
  int i;

  for(i = 0; i < 8; i++)
    Py_XDECREF(self->places[i]);
  Py_TYPE(self)->tp_free((PyObject *) self);
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
  RingIterator *iterator = PyObject_New(RingIterator, &RingIteratorType);

  if(!iterator)
    return NULL;
  Py_INCREF(self);
  iterator->m_ring = self;
  iterator->m_position = 0;
  return (PyObject *) iterator;
}

static void ringiterator_dealloc(RingIterator *self)
{
  Py_DECREF(self->m_ring);
  PyObject_Del(self);
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

static PyTypeObject RingType =
{
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "tp_clear_absent_in_iterator.Ring",
  .tp_basicsize = sizeof(Ring),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_new = PyType_GenericNew,
  .tp_init = (initproc) ring_init,
  .tp_dealloc = (destructor) ring_dealloc,
  .tp_iter = (getiterfunc) ring_iter,
  .tp_methods = ring_methods
};

static PyTypeObject RingIteratorType =
{
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "tp_clear_absent_in_iterator.RingIterator",
  .tp_basicsize = sizeof(RingIterator),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_dealloc = (destructor) ringiterator_dealloc,
  .tp_iter = PyObject_SelfIter,
  .tp_iternext = (iternextfunc) ringiterator_next
};

static PyModuleDef ring_module =
{
  PyModuleDef_HEAD_INIT,
  "tp_clear_absent_in_iterator", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_tp_clear_absent_in_iterator(void)
{
  PyObject *m;

  if(PyType_Ready(&RingType) < 0 || PyType_Ready(&RingIteratorType) < 0)
    return NULL;
  m = PyModule_Create(&ring_module);
  if(!m)
    return NULL;
  Py_INCREF(&RingType);
  PyModule_AddObject(m, "Ring", (PyObject *) &RingType);
  return m;
}
