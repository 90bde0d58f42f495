#include <Python.h>
#include <stddef.h>

/* Partial(function, first): a callable that puts one argument in front. */

typedef struct {
  PyObject_HEAD
  PyObject *function;
  PyObject *first;
  vectorcallfunc vectorcall;
} Partial;

static PyTypeObject PartialType;

static PyObject *
partial_vectorcall (PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names)
{
  Partial *partial = (Partial *) self;
  Py_ssize_t nargs = PyVectorcall_NARGS (nargsf), all, i;
  PyObject *stack[10];

  all = nargs + (names != NULL ? PyTuple_GET_SIZE (names) : 0);
  if (all > 8) {
    PyErr_Format (PyExc_TypeError, "at most 8 arguments, got %zd", all);
    return NULL;
  }
  stack[0] = NULL;
  stack[1] = partial->first;
  for (i = 0; i < all; i++)
    stack[i + 2] = args[i];
  return PyObject_Vectorcall (partial->function, stack + 1, (nargs + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, names);
}

static PyObject *
partial_new (PyTypeObject *type, PyObject *args, PyObject *kw)
{
  PyObject *function, *first;
  Partial *self;

  if (!PyArg_UnpackTuple (args, "Partial", 2, 2, &function, &first))
    return NULL;
  if (!PyCallable_Check (function)) {
    PyErr_Format (PyExc_TypeError, "%R can't be called", function);
    return NULL;
  }
  if ((self = PyObject_GC_New (Partial, &PartialType)) == NULL)
    return NULL;
  Py_INCREF (function);
  Py_INCREF (first);
  self->function = function;
  self->first = first;
  self->vectorcall = partial_vectorcall;
  PyObject_GC_Track (self);
  return (PyObject *) self;
}

static int
partial_traverse (Partial *self, visitproc visit, void *arg)
{
  Py_VISIT (self->function);
  Py_VISIT (self->first);
  return 0;
}

static void
partial_dealloc (Partial *self)
{
  PyObject_GC_UnTrack (self);
  Py_XDECREF (self->function);
  Py_XDECREF (self->first);
  PyObject_GC_Del (self);
}

static PyObject *
partial_inner (Partial *self, void *closure)
{
  /* A Partial of a Partial tells the innermost function. */
  PyObject *function = self->function;

  while (Py_TYPE (function) == &PartialType)
    function = ((Partial *) function)->function;
  Py_INCREF (function);
  return function;
}

static PyGetSetDef partial_getset[] = {
  { "function", (getter) partial_inner, NULL, NULL, NULL },
  { NULL, NULL, NULL, NULL, NULL }
};

static PyTypeObject PartialType = {
  PyVarObject_HEAD_INIT (NULL, 0)
  .tp_name = "vectorcall_type.Partial",
  .tp_basicsize = sizeof (Partial),
  .tp_dealloc = (destructor) partial_dealloc,
  .tp_vectorcall_offset = offsetof (Partial, vectorcall),
  .tp_call = PyVectorcall_Call,
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
  .tp_traverse = (traverseproc) partial_traverse,
  .tp_getset = partial_getset,
  .tp_new = partial_new,
};

static struct PyModuleDef partials = {
  PyModuleDef_HEAD_INIT, "vectorcall_type", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_vectorcall_type (void)
{
  PyObject *m;

  if (PyType_Ready (&PartialType) < 0)
    return NULL;
  if ((m = PyModule_Create (&partials)) == NULL)
    return NULL;
  Py_INCREF (&PartialType);
  if (PyModule_AddObject (m, "Partial", (PyObject *) &PartialType) < 0) {
    Py_DECREF (&PartialType);
    Py_DECREF (m);
    return NULL;
  }
  return m;
}
