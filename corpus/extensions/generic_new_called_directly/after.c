#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

// Three ways to make an instance without going through Python.

typedef struct {
  PyObject_HEAD
  PyObject *key;
  PyObject *next;     // another Entry, or NULL
} Entry;

typedef struct {
  PyTypeObject *EntryType;
  PyTypeObject *ChainType;
} generic_new_called_directly_state;

static inline generic_new_called_directly_state *
get_generic_new_called_directly_state(PyObject *module) {
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (generic_new_called_directly_state *)state;
}

static inline generic_new_called_directly_state *
get_generic_new_called_directly_state_by_type(PyTypeObject *type) {
  void *state = PyType_GetModuleState(type);
  assert(state != NULL);
  return (generic_new_called_directly_state *)state;
}

typedef struct {
  PyObject_HEAD
  PyObject *head;
  int length;
} Chain;

static int Entry_traverse(Entry *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->key);
  Py_VISIT(self->next);
  return 0;
}

static int Entry_clear(Entry *self) {
  Py_CLEAR(self->key);
  Py_CLEAR(self->next);
  return 0;
}

static void Entry_dealloc(Entry *self) {
  PyTypeObject *tp = Py_TYPE(self);

  PyObject_GC_UnTrack(self);
  Entry_clear(self);
  tp->tp_free((PyObject *)self);
  Py_DECREF(tp);
}

static int Chain_traverse(Chain *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->head);
  return 0;
}

static int Chain_clear(Chain *self) {
  Py_CLEAR(self->head);
  return 0;
}

static void Chain_dealloc(Chain *self) {
  PyTypeObject *tp = Py_TYPE(self);

  PyObject_GC_UnTrack(self);
  Chain_clear(self);
  tp->tp_free((PyObject *)self);
  Py_DECREF(tp);
}

static PyObject *Chain_push(Chain *self, PyObject *key) {
  generic_new_called_directly_state *state =
      get_generic_new_called_directly_state_by_type(Py_TYPE(self));
  Entry *entry = (Entry *)PyType_GenericNew(state->EntryType, NULL, NULL);
  if (entry == NULL) {
    return NULL;
  }
  Py_INCREF(key);
  entry->key = key;
  entry->next = self->head;
  self->head = (PyObject *)entry;
  self->length++;
  Py_INCREF(entry);
  return (PyObject *)entry;
}

static PyObject *Chain_reversed(Chain *self, PyObject *unused) {
  generic_new_called_directly_state *state =
      get_generic_new_called_directly_state_by_type(Py_TYPE(self));
  PyObject *result = PyObject_CallObject((PyObject *)state->ChainType, NULL);
  PyObject *entry;
  for (entry = self->head; result != NULL && entry != NULL; entry = ((Entry *)entry)->next) {
    PyObject *copy = Chain_push((Chain *)result, ((Entry *)entry)->key);
    if (copy == NULL) {
      Py_CLEAR(result);
    }
    Py_XDECREF(copy);
  }
  return result;
}

static PyObject *Chain_keys(Chain *self, PyObject *unused) {
  PyObject *result = PyList_New(0);
  PyObject *entry;
  for (entry = self->head; result != NULL && entry != NULL; entry = ((Entry *)entry)->next) {
    if (PyList_Append(result, ((Entry *)entry)->key) < 0) {
      Py_CLEAR(result);
    }
  }
  return result;
}

static PyObject *chain(PyObject *module, PyObject *keys) {
  generic_new_called_directly_state *state = get_generic_new_called_directly_state(module);
  PyObject *self = state->ChainType->tp_alloc(state->ChainType, 0);
  PyObject *iterator = self == NULL ? NULL : PyObject_GetIter(keys), *key;
  if (iterator == NULL) {
    Py_XDECREF(self);
    return NULL;
  }
  while ((key = PyIter_Next(iterator)) != NULL) {
    PyObject *entry = Chain_push((Chain *)self, key);
    Py_DECREF(key);
    Py_XDECREF(entry);
  }
  Py_DECREF(iterator);
  if (PyErr_Occurred()) {
    Py_CLEAR(self);
  }
  return self;
}

static PyMethodDef Chain_methods[] = {
  {"push", (PyCFunction)Chain_push, METH_O, "Put a key in front; return its entry."},
  {"reversed", (PyCFunction)Chain_reversed, METH_NOARGS, NULL},
  {"keys", (PyCFunction)Chain_keys, METH_NOARGS, NULL},
  {NULL, NULL, 0, NULL},
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *Entry_reduce(PyObject *self, PyObject *Py_UNUSED(ignored)) {
  PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
  return NULL;
}

static PyMethodDef Entry_methods[] = {
  {"__reduce__", Entry_reduce, METH_NOARGS, NULL},
  {NULL}
};

static PyType_Slot Entry_slots[] = {
  {Py_tp_dealloc, Entry_dealloc},
  {Py_tp_traverse, Entry_traverse},
  {Py_tp_clear, Entry_clear},
  {Py_tp_methods, Entry_methods},
  {0, NULL},
};

static PyType_Spec Entry_spec = {
  .name = "generic_new_called_directly.Entry",
  .basicsize = sizeof(Entry),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Entry_slots,
};

static PyType_Slot Chain_slots[] = {
  {Py_tp_new, PyType_GenericNew},
  {Py_tp_dealloc, Chain_dealloc},
  {Py_tp_traverse, Chain_traverse},
  {Py_tp_clear, Chain_clear},
  {Py_tp_methods, Chain_methods},
  {0, NULL},
};

static PyType_Spec Chain_spec = {
  .name = "generic_new_called_directly.Chain",
  .basicsize = sizeof(Chain),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Chain_slots,
};

static PyMethodDef functions[] = {
  {"chain", chain, METH_O, "chain(keys) -> Chain of the keys, last in front"},
  {NULL, NULL, 0, NULL},
};

static int generic_new_called_directly_traverse(PyObject *module, visitproc visit,
                                                void *arg) {
  generic_new_called_directly_state *state = get_generic_new_called_directly_state(module);
  Py_VISIT(state->EntryType);
  Py_VISIT(state->ChainType);
  return 0;
}

static int generic_new_called_directly_clear(PyObject *module) {
  generic_new_called_directly_state *state = get_generic_new_called_directly_state(module);
  Py_CLEAR(state->EntryType);
  Py_CLEAR(state->ChainType);
  return 0;
}

static void generic_new_called_directly_free(void *module) {
  generic_new_called_directly_clear((PyObject *)module);
}

static int generic_new_called_directly_exec(PyObject *m);

static PyModuleDef_Slot generic_new_called_directly_slots[] = {
  {Py_mod_exec, generic_new_called_directly_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static PyModuleDef chains = {
  PyModuleDef_HEAD_INIT, "generic_new_called_directly", NULL,
  sizeof(generic_new_called_directly_state), functions,
  generic_new_called_directly_slots, generic_new_called_directly_traverse,
  generic_new_called_directly_clear, generic_new_called_directly_free,
};

static int generic_new_called_directly_exec(PyObject *m) {
  generic_new_called_directly_state *state = get_generic_new_called_directly_state(m);

  state->EntryType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Entry_spec, NULL);
  if (state->EntryType == NULL) {
    return -1;
  }
  state->ChainType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Chain_spec, NULL);
  if (state->ChainType == NULL) {
    return -1;
  }
#if PY_VERSION_HEX < 0x030A0000
  /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
  state->EntryType->tp_new = NULL;
#endif
  Py_INCREF(state->ChainType);
  if (PyModule_AddObject(m, "Chain", (PyObject *)state->ChainType) < 0) {
    Py_DECREF(state->ChainType);
    m = NULL;
  }
  return m == NULL ? -1 : 0;
}

PyMODINIT_FUNC PyInit_generic_new_called_directly(void) {
  return PyModuleDef_Init(&chains);
}
