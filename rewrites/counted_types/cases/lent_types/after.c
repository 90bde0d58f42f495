#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
  PyObject_HEAD
  double x, y;
} Point;

typedef struct {
  PyTypeObject *Point_Type;
} lent_types_state;

static inline lent_types_state *get_lent_types_state(PyObject *module) {
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (lent_types_state *)state;
}

static inline lent_types_state *get_lent_types_state_by_type(PyTypeObject *type) {
  void *state = PyType_GetModuleState(type);
  assert(state != NULL);
  return (lent_types_state *)state;
}

static PyObject *Point_new(PyTypeObject *type, PyObject *args, PyObject *kwds) {
  Point *self = (Point *)type->tp_alloc(type, 0);
  if (self) {
    if (!PyArg_ParseTuple(args, "dd", &self->x, &self->y)) {
      Py_DECREF(self);
      return NULL;
    }
  }
  return (PyObject *)self;
}

static PyObject *Point_get_class(Point *self, void *closure) {
  Py_INCREF(Py_TYPE(self));
  return (PyObject *)Py_TYPE(self);
}

static PyObject *Point_reduce(Point *self, PyObject *unused) {
  PyObject *arguments = Py_BuildValue("(dd)", self->x, self->y);
  if (!arguments)
    return NULL;
  Py_INCREF(Py_TYPE(self));
  return Py_BuildValue("NN", Py_TYPE(self), arguments);
}

static PyObject *Point_add(Point *self, PyObject *other) {
  lent_types_state *state = get_lent_types_state_by_type(Py_TYPE(self));
  PyObject *type;
  if (Py_TYPE(other) != state->Point_Type) {
    PyErr_SetString(PyExc_TypeError, "not a point");
    return NULL;
  }
  type = (PyObject *)Py_TYPE(other);
  return PyObject_CallFunction(type, "dd", self->x + ((Point *)other)->x, self->y + ((Point *)other)->y);
}

static PyMethodDef Point_methods[] = {
  {"__reduce__", (PyCFunction)Point_reduce, METH_NOARGS, NULL},
  {"add", (PyCFunction)Point_add, METH_O, NULL},
  {NULL}
};

static PyGetSetDef Point_getset[] = {
  {"kind", (getter)Point_get_class, NULL, NULL, NULL},
  {NULL}
};

static PyType_Slot Point_slots[] = {
  {Py_tp_methods, Point_methods},
  {Py_tp_getset, Point_getset},
  {Py_tp_new, Point_new},
  {0, NULL},
};

static PyType_Spec Point_spec = {
  .name = "lent_types.Point",
  .basicsize = sizeof(Point),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Point_slots,
};

static int lent_types_traverse(PyObject *module, visitproc visit, void *arg) {
  lent_types_state *state = get_lent_types_state(module);
  Py_VISIT(state->Point_Type);
  return 0;
}

static int lent_types_clear(PyObject *module) {
  lent_types_state *state = get_lent_types_state(module);
  Py_CLEAR(state->Point_Type);
  return 0;
}

static void lent_types_free(void *module) {
  lent_types_clear((PyObject *)module);
}

static int lent_types_exec(PyObject *m);

static PyModuleDef_Slot lent_types_slots[] = {
  {Py_mod_exec, lent_types_exec},
  {0, NULL}
};

static struct PyModuleDef module = {
  PyModuleDef_HEAD_INIT, "lent_types", NULL, sizeof(lent_types_state), NULL,
  lent_types_slots, lent_types_traverse, lent_types_clear, lent_types_free
};

static int lent_types_exec(PyObject *m) {
  lent_types_state *state = get_lent_types_state(m);

  state->Point_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Point_spec, NULL);
  if (state->Point_Type == NULL)
    return -1;
  Py_INCREF(state->Point_Type);
  if (PyModule_AddObject(m, "Point", (PyObject *)state->Point_Type) < 0) {
    Py_DECREF(state->Point_Type);
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC PyInit_lent_types(void) {
  return PyModuleDef_Init(&module);
}
