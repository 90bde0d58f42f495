#include <Python.h>
#include "structmember.h"

/* A counter that remembers its highest value. */
typedef struct {
  PyObject_HEAD
  long value;
  long highest;
} Counter;

static int Counter_init(Counter *self, PyObject *args, PyObject *kwargs) {
  static char *kwlist[] = { "start", NULL };
  self->value = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l:Counter", kwlist, &self->value)) {
    return -1;
  }
  self->highest = self->value;
  return 0;
}

static PyObject *Counter_step(Counter *self, PyObject *by) {
  long amount = PyLong_AsLong(by);
  if (amount == -1 && PyErr_Occurred()) {
    return NULL;
  }
  self->value += amount;
  if (self->value > self->highest) {
    self->highest = self->value;
  }
  return PyLong_FromLong(self->value);
}

static PyMemberDef Counter_members[] = {
  { "value", T_LONG, offsetof(Counter, value), 0, "where the counter stands" },
  { "highest", T_LONG, offsetof(Counter, highest), READONLY, NULL },
  { NULL }
};

static PyMethodDef Counter_methods[] = {
  { "step", (PyCFunction)Counter_step, METH_O, "Add to the value and return it." },
  { NULL }
};

static PyTypeObject CounterType = {
  PyVarObject_HEAD_INIT(NULL, 0)
};

/* Only handed out by limit(), but anyone may call its type: tp_new is filled in below. */
static PyTypeObject LimitType = {
  PyVarObject_HEAD_INIT(NULL, 0)
  "tp_new_assigned_before_ready.Limit",
  sizeof(Counter),
};

static PyObject *limit(PyObject *module, PyObject *arg) {
  PyObject *result = PyObject_CallObject((PyObject *)&LimitType, NULL);
  if (result == NULL) {
    return NULL;
  }
  ((Counter *)result)->highest = PyLong_AsLong(arg);
  if (PyErr_Occurred()) {
    Py_DECREF(result);
    return NULL;
  }
  return result;
}

static PyMethodDef functions[] = {
  { "limit", limit, METH_O, NULL },
  { NULL }
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  "tp_new_assigned_before_ready",
  NULL,
  -1,
  functions,
};

PyMODINIT_FUNC PyInit_tp_new_assigned_before_ready(void) {
  PyObject *m;

  CounterType.tp_name = "tp_new_assigned_before_ready.Counter";
  CounterType.tp_basicsize = sizeof(Counter);
  CounterType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
  CounterType.tp_doc = "Counter(start=0)";
  CounterType.tp_methods = Counter_methods;
  CounterType.tp_members = Counter_members;
  CounterType.tp_init = (initproc)Counter_init;
  CounterType.tp_new = PyType_GenericNew;
  if (PyType_Ready(&CounterType) < 0) {
    return NULL;
  }

  LimitType.tp_new = PyType_GenericNew;
  LimitType.tp_flags = Py_TPFLAGS_DEFAULT;
  LimitType.tp_members = &Counter_members[1];
  if (PyType_Ready(&LimitType) < 0) {
    return NULL;
  }

  if ((m = PyModule_Create(&definition)) == NULL) {
    return NULL;
  }
  Py_INCREF(&CounterType);
  if (PyModule_AddObject(m, "Counter", (PyObject *)&CounterType) < 0) {
    Py_DECREF(&CounterType);
    Py_DECREF(m);
    return NULL;
  }
  return m;
}
