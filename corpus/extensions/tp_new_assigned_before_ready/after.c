#include <Python.h>
#include "structmember.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

typedef struct {
  PyTypeObject *LimitType;
} tp_new_assigned_before_ready_state;

static inline tp_new_assigned_before_ready_state *
get_tp_new_assigned_before_ready_state(PyObject *module) {
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (tp_new_assigned_before_ready_state *)state;
}

static PyType_Slot Counter_slots[] = {
  {Py_tp_doc, "Counter(start=0)"},
  {Py_tp_methods, Counter_methods},
  {Py_tp_members, Counter_members},
  {Py_tp_init, Counter_init},
  {Py_tp_new, PyType_GenericNew},
  {0, NULL},
};

static PyType_Spec Counter_spec = {
  .name = "tp_new_assigned_before_ready.Counter",
  .basicsize = sizeof(Counter),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
            Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Counter_slots,
};

/* Only handed out by limit(), but anyone may call its type: tp_new is filled in below. */
static PyType_Slot Limit_slots[] = {
  {Py_tp_new, PyType_GenericNew},
  {Py_tp_members, &Counter_members[1]},
  {0, NULL},
};

static PyType_Spec Limit_spec = {
  .name = "tp_new_assigned_before_ready.Limit",
  .basicsize = sizeof(Counter),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Limit_slots,
};

static PyObject *limit(PyObject *module, PyObject *arg) {
  tp_new_assigned_before_ready_state *state =
      get_tp_new_assigned_before_ready_state(module);
  PyObject *result = PyObject_CallObject((PyObject *)state->LimitType, NULL);
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

static int tp_new_assigned_before_ready_traverse(PyObject *module, visitproc visit,
                                                 void *arg) {
  tp_new_assigned_before_ready_state *state =
      get_tp_new_assigned_before_ready_state(module);
  Py_VISIT(state->LimitType);
  return 0;
}

static int tp_new_assigned_before_ready_clear(PyObject *module) {
  tp_new_assigned_before_ready_state *state =
      get_tp_new_assigned_before_ready_state(module);
  Py_CLEAR(state->LimitType);
  return 0;
}

static void tp_new_assigned_before_ready_free(void *module) {
  tp_new_assigned_before_ready_clear((PyObject *)module);
}

static int tp_new_assigned_before_ready_exec(PyObject *m);

static PyModuleDef_Slot tp_new_assigned_before_ready_slots[] = {
  {Py_mod_exec, tp_new_assigned_before_ready_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  "tp_new_assigned_before_ready",
  NULL,
  sizeof(tp_new_assigned_before_ready_state),
  functions,
  tp_new_assigned_before_ready_slots,
  tp_new_assigned_before_ready_traverse,
  tp_new_assigned_before_ready_clear,
  tp_new_assigned_before_ready_free,
};

static int tp_new_assigned_before_ready_exec(PyObject *m) {
  tp_new_assigned_before_ready_state *state =
      get_tp_new_assigned_before_ready_state(m);

  PyTypeObject *CounterType =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &Counter_spec, NULL);
  if (CounterType == NULL) {
    return -1;
  }

  state->LimitType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Limit_spec, NULL);
  if (state->LimitType == NULL) {
    Py_DECREF(CounterType);
    return -1;
  }

  if (PyModule_AddObject(m, "Counter", (PyObject *)CounterType) < 0) {
    Py_DECREF(CounterType);
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC PyInit_tp_new_assigned_before_ready(void) {
  return PyModuleDef_Init(&definition);
}
