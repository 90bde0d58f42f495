#include <Python.h>

typedef struct {
  PyObject_HEAD
  double x, y;
} Point;

static PyTypeObject Point_Type;

static PyObject *Point_new(PyTypeObject *type, PyObject *args, PyObject *kwds) {
  Point *self = (Point *)type->tp_alloc(type, 0);
  if (self) {
    Py_INCREF(type);  /* released in Point_dealloc? */
    if (!PyArg_ParseTuple(args, "dd", &self->x, &self->y)) {
      Py_DECREF(self);
      return NULL;
    }
  }
  return (PyObject *)self;
}

static PyObject *Point_get_class(Point *self, void *closure) {
  return (PyObject *)Py_TYPE(self);
}

static PyObject *Point_reduce(Point *self, PyObject *unused) {
  PyObject *arguments = Py_BuildValue("(dd)", self->x, self->y);
  if (!arguments)
    return NULL;
  return Py_BuildValue("NN", Py_TYPE(self), arguments);
}

static PyObject *Point_add(Point *self, PyObject *other) {
  PyObject *type;
  if ((PyTypeObject *)PyObject_Type(other) != &Point_Type) {
    PyErr_SetString(PyExc_TypeError, "not a point");
    return NULL;
  }
  type = PyObject_Type(other);
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

static PyTypeObject Point_Type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "lent_types.Point",
  .tp_basicsize = sizeof(Point),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_methods = Point_methods,
  .tp_getset = Point_getset,
  .tp_new = Point_new,
};

static struct PyModuleDef module = {
  PyModuleDef_HEAD_INIT, "lent_types", NULL, -1, NULL
};

PyMODINIT_FUNC PyInit_lent_types(void) {
  PyObject *m;
  if (PyType_Ready(&Point_Type) < 0)
    return NULL;
  m = PyModule_Create(&module);
  if (!m)
    return NULL;
  Py_INCREF(&Point_Type);
  if (PyModule_AddObject(m, "Point", (PyObject *)&Point_Type) < 0) {
    Py_DECREF(&Point_Type);
    Py_DECREF(m);
    return NULL;
  }
  return m;
}
