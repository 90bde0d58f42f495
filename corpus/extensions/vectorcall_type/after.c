#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Partial(function, first): a callable that puts one argument in front. */

typedef struct {
  PyObject_HEAD
  PyObject *function;
  PyObject *first;
  vectorcallfunc vectorcall;
} Partial;

typedef struct {
  PyTypeObject *PartialType;
} vectorcall_type_state;

static inline vectorcall_type_state *
get_vectorcall_type_state (PyObject *module)
{
  void *state = PyModule_GetState (module);
  assert (state != NULL);
  return (vectorcall_type_state *)state;
}

static inline vectorcall_type_state *
get_vectorcall_type_state_by_type (PyTypeObject *type)
{
  void *state = PyType_GetModuleState (type);
  assert (state != NULL);
  return (vectorcall_type_state *)state;
}

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
  vectorcall_type_state *state = get_vectorcall_type_state_by_type (type);
  PyObject *function, *first;
  Partial *self;

  if (!PyArg_UnpackTuple (args, "Partial", 2, 2, &function, &first))
    return NULL;
  if (!PyCallable_Check (function)) {
    PyErr_Format (PyExc_TypeError, "%R can't be called", function);
    return NULL;
  }
  if ((self = PyObject_GC_New (Partial, state->PartialType)) == NULL)
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
  Py_VISIT (Py_TYPE (self));
  Py_VISIT (self->function);
  Py_VISIT (self->first);
  return 0;
}

static void
partial_dealloc (Partial *self)
{
  PyTypeObject *tp = Py_TYPE (self);

  PyObject_GC_UnTrack (self);
  Py_XDECREF (self->function);
  Py_XDECREF (self->first);
  PyObject_GC_Del (self);
  Py_DECREF (tp);
}

static PyObject *
partial_inner (Partial *self, void *closure)
{
  vectorcall_type_state *state = get_vectorcall_type_state_by_type (Py_TYPE (self));
  /* A Partial of a Partial tells the innermost function. */
  PyObject *function = self->function;

  while (Py_TYPE (function) == state->PartialType)
    function = ((Partial *) function)->function;
  Py_INCREF (function);
  return function;
}

static PyGetSetDef partial_getset[] = {
  { "function", (getter) partial_inner, NULL, NULL, NULL },
  { NULL, NULL, NULL, NULL, NULL }
};

static PyMemberDef Partial_members[] = {
  {"__vectorcalloffset__", T_PYSSIZET, offsetof (Partial, vectorcall), READONLY},
  {NULL}
};

static PyType_Slot Partial_slots[] = {
  {Py_tp_dealloc, partial_dealloc},
  {Py_tp_call, PyVectorcall_Call},
  {Py_tp_traverse, partial_traverse},
  {Py_tp_getset, partial_getset},
  {Py_tp_new, partial_new},
  {Py_tp_members, Partial_members},
  {0, NULL},
};

static PyType_Spec Partial_spec = {
  .name = "vectorcall_type.Partial",
  .basicsize = sizeof (Partial),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Partial_slots,
};

static int
vectorcall_type_traverse (PyObject *module, visitproc visit, void *arg)
{
  vectorcall_type_state *state = get_vectorcall_type_state (module);
  Py_VISIT (state->PartialType);
  return 0;
}

static int
vectorcall_type_clear (PyObject *module)
{
  vectorcall_type_state *state = get_vectorcall_type_state (module);
  Py_CLEAR (state->PartialType);
  return 0;
}

static void
vectorcall_type_free (void *module)
{
  vectorcall_type_clear ((PyObject *)module);
}

static int vectorcall_type_exec (PyObject *m);

static PyModuleDef_Slot vectorcall_type_slots[] = {
  {Py_mod_exec, vectorcall_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef partials = {
  PyModuleDef_HEAD_INIT, "vectorcall_type", NULL, sizeof(vectorcall_type_state), NULL,
  vectorcall_type_slots, vectorcall_type_traverse, vectorcall_type_clear,
  vectorcall_type_free
};

static int
vectorcall_type_exec (PyObject *m)
{
  vectorcall_type_state *state = get_vectorcall_type_state (m);

  state->PartialType = (PyTypeObject *)PyType_FromModuleAndSpec (m, &Partial_spec, NULL);
  if (state->PartialType == NULL)
    return -1;
  Py_INCREF (state->PartialType);
  if (PyModule_AddObject (m, "Partial", (PyObject *) state->PartialType) < 0) {
    Py_DECREF (state->PartialType);
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC
PyInit_vectorcall_type (void)
{
  return PyModuleDef_Init (&partials);
}
