#include <Python.h>

typedef struct {
  PyObject_HEAD
  long from;
} Countdown;

static PyObject *countdown_iter(Countdown *self);
static PyTypeObject CountdownType;

static struct PyModuleDef countdown_module = {
  PyModuleDef_HEAD_INIT, "type_never_readied_below", NULL, -1, NULL
};

PyMODINIT_FUNC PyInit_type_never_readied_below(void)
{
  PyObject *m;

  if (PyType_Ready(&CountdownType) < 0)
    return NULL;
  m = PyModule_Create(&countdown_module);
  if (m == NULL)
    return NULL;
  Py_INCREF(&CountdownType);
  if (PyModule_AddObject(m, "Countdown", (PyObject *)&CountdownType) < 0) {
    Py_DECREF(&CountdownType);
    Py_DECREF(m);
    return NULL;
  }
  return m;
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

static PyTypeObject CountdownType = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "type_never_readied_below.Countdown",
  .tp_basicsize = sizeof(Countdown),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_doc = "Countdown(n)",
  .tp_new = countdown_new,
  .tp_iter = (getiterfunc)countdown_iter,
};

typedef struct {
  PyObject_HEAD
  Countdown *owner;
  long next;
} CountdownIter;

static void countdowniter_dealloc(CountdownIter *it);
static PyObject *countdowniter_next(CountdownIter *it);

/* No PyType_Ready for this one: iterating only needs the two slots. */
static PyTypeObject CountdownIterType = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "type_never_readied_below.CountdownIter",
  .tp_basicsize = sizeof(CountdownIter),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_dealloc = (destructor)countdowniter_dealloc,
  .tp_iter = PyObject_SelfIter,
  .tp_iternext = (iternextfunc)countdowniter_next,
};

static PyObject *countdown_iter(Countdown *self)
{
  CountdownIter *it = PyObject_New(CountdownIter, &CountdownIterType);

  if (it == NULL)
    return NULL;
  Py_INCREF(self);
  it->owner = self;
  it->next = self->from;
  return (PyObject *)it;
}

static void countdowniter_dealloc(CountdownIter *it)
{
  Py_DECREF(it->owner);
  PyObject_Del(it);
}

static PyObject *countdowniter_next(CountdownIter *it)
{
  if (it->next <= 0)
    return NULL;
  return PyLong_FromLong(it->next--);
}
