#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Small vectors; all their arithmetic looks the same, so a macro writes it. */

typedef struct {
  PyObject_HEAD
  double x, y;
} VecObject;

typedef struct {
  PyTypeObject *Vec_Type;
  PyObject *VecError;
} slot_functions_from_macro_state;

static struct PyModuleDef vec_module;

static inline slot_functions_from_macro_state *
get_slot_functions_from_macro_state(PyObject *module)
{
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (slot_functions_from_macro_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
  PyObject *mro = type->tp_mro;
  Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

  for (i = 0; i < n; i++) {
    PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
    if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
      PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
      if (module != NULL && PyModule_GetDef(module) == def) {
        return module;
      }
    }
  }
  PyErr_Format(PyExc_TypeError,
    "No superclass of '%s' has the given module", type->tp_name);
  return NULL;
}
#endif

static inline slot_functions_from_macro_state *
get_slot_functions_from_macro_state_by_type(PyTypeObject *type)
{
  PyObject *module = PyType_GetModuleByDef(type, &vec_module);
  assert(module != NULL);
  return get_slot_functions_from_macro_state(module);
}

static inline slot_functions_from_macro_state *
get_slot_functions_from_macro_state_by_types(PyTypeObject *first, PyTypeObject *second)
{
  if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
    PyObject *module = PyType_GetModuleByDef(first, &vec_module);
    if (module != NULL) {
      return get_slot_functions_from_macro_state(module);
    }
    PyErr_Clear();
  }
  return get_slot_functions_from_macro_state_by_type(second);
}

#define Vec_Check(state, o) (Py_TYPE(o) == (state)->Vec_Type)

static PyObject *vec_make(slot_functions_from_macro_state *state, double x, double y)
{
  VecObject *self = (VecObject *)state->Vec_Type->tp_alloc(state->Vec_Type, 0);
  if (self != NULL) {
    self->x = x;
    self->y = y;
  }
  return (PyObject *)self;
}

/* Defines vec_<name>(left, right). */
#define BINARY(name, op)                                                             \
  static PyObject *vec_##name(PyObject *left, PyObject *right)                       \
  {                                                                                  \
    slot_functions_from_macro_state *state =                                         \
        get_slot_functions_from_macro_state_by_types(Py_TYPE(left), Py_TYPE(right)); \
                                                                                     \
    if (!Vec_Check(state, left) || !Vec_Check(state, right)) {                       \
      Py_RETURN_NOTIMPLEMENTED;                                                      \
    }                                                                                \
    return vec_make(state, ((VecObject *)left)->x op((VecObject *)right)->x,         \
                    ((VecObject *)left)->y op((VecObject *)right)->y);               \
  }

BINARY(add, +)
BINARY(subtract, -)
BINARY(multiply, *)

/* Defines a getter and a setter; a vector's parts are finite. */
#define PART(part)                                                         \
  static PyObject *vec_get_##part(PyObject *self, void *closure)           \
  {                                                                        \
    return PyFloat_FromDouble(((VecObject *)self)->part);                  \
  }                                                                        \
                                                                           \
  static int vec_set_##part(PyObject *self, PyObject *value, void *closure) \
  {                                                                        \
    slot_functions_from_macro_state *state =                               \
        get_slot_functions_from_macro_state_by_type(Py_TYPE(self));        \
    double number;                                                         \
    if (value == NULL) {                                                   \
      PyErr_SetString(state->VecError, "can't delete " #part);             \
      return -1;                                                           \
    }                                                                      \
    number = PyFloat_AsDouble(value);                                      \
    if (number == -1.0 && PyErr_Occurred()) {                              \
      return -1;                                                           \
    }                                                                      \
    if (number - number != 0.0) {                                          \
      PyErr_SetString(state->VecError, #part " must be finite");           \
      return -1;                                                           \
    }                                                                      \
    ((VecObject *)self)->part = number;                                    \
    return 0;                                                              \
  }

PART(x)
PART(y)

#define PART_ENTRY(part) {#part, vec_get_##part, vec_set_##part, "the " #part " part", NULL}

static PyGetSetDef vec_getset[] = {
  PART_ENTRY(x),
  PART_ENTRY(y),
  {NULL, NULL, NULL, NULL, NULL}
};

static PyObject *vec_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
  slot_functions_from_macro_state *state =
      get_slot_functions_from_macro_state_by_type(type);
  double x, y;

  if (!PyArg_ParseTuple(args, "dd:Vec", &x, &y)) {
    return NULL;
  }
  return vec_make(state, x, y);
}

static void vec_dealloc(PyObject *self)
{
  PyTypeObject *tp = Py_TYPE(self);

  tp->tp_free(self);
  Py_DECREF(tp);
}

static PyType_Slot Vec_slots[] = {
  {Py_tp_dealloc, vec_dealloc},
  {Py_tp_getset, vec_getset},
  {Py_tp_new, vec_new},
  {Py_nb_add, vec_add},
  {Py_nb_subtract, vec_subtract},
  {Py_nb_multiply, vec_multiply},
  {0, NULL},
};

static PyType_Spec Vec_spec = {
  .name = "slot_functions_from_macro.Vec",
  .basicsize = sizeof(VecObject),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Vec_slots,
};

static int
slot_functions_from_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
  slot_functions_from_macro_state *state = get_slot_functions_from_macro_state(module);
  Py_VISIT(state->Vec_Type);
  Py_VISIT(state->VecError);
  return 0;
}

static int
slot_functions_from_macro_clear(PyObject *module)
{
  slot_functions_from_macro_state *state = get_slot_functions_from_macro_state(module);
  Py_CLEAR(state->Vec_Type);
  Py_CLEAR(state->VecError);
  return 0;
}

static void
slot_functions_from_macro_free(void *module)
{
  slot_functions_from_macro_clear((PyObject *)module);
}

static int slot_functions_from_macro_exec(PyObject *module);

static PyModuleDef_Slot slot_functions_from_macro_slots[] = {
  {Py_mod_exec, slot_functions_from_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef vec_module = {
  PyModuleDef_HEAD_INIT, "slot_functions_from_macro", NULL,
  sizeof(slot_functions_from_macro_state), NULL,
  slot_functions_from_macro_slots, slot_functions_from_macro_traverse,
  slot_functions_from_macro_clear, slot_functions_from_macro_free
};

static int
slot_functions_from_macro_exec(PyObject *module)
{
  slot_functions_from_macro_state *state = get_slot_functions_from_macro_state(module);

  state->Vec_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Vec_spec, NULL);
  if (state->Vec_Type == NULL) {
    return -1;
  }
  state->VecError = PyErr_NewException("slot_functions_from_macro.VecError",
                                       PyExc_ValueError, NULL);
  if (state->VecError == NULL) {
    return -1;
  }
  Py_INCREF(state->VecError);
  Py_INCREF(state->Vec_Type);
  if (PyModule_AddObject(module, "VecError", state->VecError) < 0
      || PyModule_AddObject(module, "Vec", (PyObject *)state->Vec_Type) < 0) {
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC PyInit_slot_functions_from_macro(void)
{
  return PyModuleDef_Init(&vec_module);
}
