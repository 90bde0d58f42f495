#include <Python.h>

// Three ways to make an instance without going through Python.

typedef struct {
  PyObject_HEAD
  PyObject *key;
  PyObject *next;     // another Entry, or NULL
} Entry;

static PyTypeObject EntryType;
static PyTypeObject ChainType;

typedef struct {
  PyObject_HEAD
  PyObject *head;
  int length;
} Chain;

static int Entry_traverse(Entry *self, visitproc visit, void *arg) {
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
  PyObject_GC_UnTrack(self);
  Entry_clear(self);
  Py_TYPE(self)->tp_free((PyObject *)self);
}

static int Chain_traverse(Chain *self, visitproc visit, void *arg) {
  Py_VISIT(self->head);
  return 0;
}

static int Chain_clear(Chain *self) {
  Py_CLEAR(self->head);
  return 0;
}

static void Chain_dealloc(Chain *self) {
  PyObject_GC_UnTrack(self);
  Chain_clear(self);
  Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Chain_push(Chain *self, PyObject *key) {
  Entry *entry = (Entry *)PyType_GenericNew(&EntryType, NULL, NULL);
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
  PyObject *result = PyObject_CallObject((PyObject *)&ChainType, NULL);
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
  PyObject *self = ChainType.tp_alloc(&ChainType, 0);
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

static PyTypeObject EntryType = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "generic_new_called_directly.Entry",
  .tp_basicsize = sizeof(Entry),
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
  .tp_dealloc = (destructor)Entry_dealloc,
  .tp_traverse = (traverseproc)Entry_traverse,
  .tp_clear = (inquiry)Entry_clear,
};

static PyTypeObject ChainType = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "generic_new_called_directly.Chain",
  .tp_basicsize = sizeof(Chain),
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
  .tp_new = PyType_GenericNew,
  .tp_dealloc = (destructor)Chain_dealloc,
  .tp_traverse = (traverseproc)Chain_traverse,
  .tp_clear = (inquiry)Chain_clear,
  .tp_methods = Chain_methods,
};

static PyMethodDef functions[] = {
  {"chain", chain, METH_O, "chain(keys) -> Chain of the keys, last in front"},
  {NULL, NULL, 0, NULL},
};

static PyModuleDef chains = {
  PyModuleDef_HEAD_INIT, "generic_new_called_directly", NULL, -1, functions,
};

PyMODINIT_FUNC PyInit_generic_new_called_directly(void) {
  PyObject *m;
  if (PyType_Ready(&EntryType) < 0 || PyType_Ready(&ChainType) < 0) {
    return NULL;
  }
  m = PyModule_Create(&chains);
  if (m == NULL) {
    return NULL;
  }
  Py_INCREF(&ChainType);
  if (PyModule_AddObject(m, "Chain", (PyObject *)&ChainType) < 0) {
    Py_DECREF(&ChainType);
    Py_CLEAR(m);
  }
  return m;
}
