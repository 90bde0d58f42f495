#include <Python.h>

/* Small vectors; all their arithmetic looks the same, so a macro writes it. */

typedef struct {
  PyObject_HEAD
  double x, y;
} VecObject;

static PyTypeObject Vec_Type;
static PyObject *VecError;

#define Vec_Check(o) (Py_TYPE(o) == &Vec_Type)

static PyObject *vec_make(double x, double y)
{
  VecObject *self = PyObject_New(VecObject, &Vec_Type);
  if (self != NULL) {
    self->x = x;
    self->y = y;
  }
  return (PyObject *)self;
}

/* Defines vec_<name>(left, right). */
#define BINARY(name, op)                                                   \
  static PyObject *vec_##name(PyObject *left, PyObject *right)             \
  {                                                                        \
    if (!Vec_Check(left) || !Vec_Check(right)) {                           \
      Py_RETURN_NOTIMPLEMENTED;                                            \
    }                                                                      \
    return vec_make(((VecObject *)left)->x op((VecObject *)right)->x,      \
                    ((VecObject *)left)->y op((VecObject *)right)->y);     \
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
    double number;                                                         \
    if (value == NULL) {                                                   \
      PyErr_SetString(VecError, "can't delete " #part);                    \
      return -1;                                                           \
    }                                                                      \
    number = PyFloat_AsDouble(value);                                      \
    if (number == -1.0 && PyErr_Occurred()) {                              \
      return -1;                                                           \
    }                                                                      \
    if (number - number != 0.0) {                                          \
      PyErr_SetString(VecError, #part " must be finite");                  \
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

static PyNumberMethods vec_number = {
  .nb_add = vec_add,
  .nb_subtract = vec_subtract,
  .nb_multiply = vec_multiply,
};

static PyObject *vec_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
  double x, y;

  if (!PyArg_ParseTuple(args, "dd:Vec", &x, &y)) {
    return NULL;
  }
  return vec_make(x, y);
}

static void vec_dealloc(PyObject *self)
{
  PyObject_Free(self);
}

static PyTypeObject Vec_Type = {
  PyVarObject_HEAD_INIT(NULL, 0)
  .tp_name = "slot_functions_from_macro.Vec",
  .tp_basicsize = sizeof(VecObject),
  .tp_dealloc = vec_dealloc,
  .tp_as_number = &vec_number,
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_getset = vec_getset,
  .tp_new = vec_new,
};

static int slot_functions_from_macro_exec(PyObject *module);

static PyModuleDef_Slot slot_functions_from_macro_slots[] = {
  {Py_mod_exec, slot_functions_from_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef vec_module = {
  PyModuleDef_HEAD_INIT, "slot_functions_from_macro", NULL, 0, NULL, slot_functions_from_macro_slots
};

static int slot_functions_from_macro_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex slot_functions_from_macro_loaded_mutex = {0};
#endif

static int
slot_functions_from_macro_exec(PyObject *module)
{
#ifdef Py_GIL_DISABLED
  PyMutex_Lock(&slot_functions_from_macro_loaded_mutex);
#endif
  if (slot_functions_from_macro_loaded) {
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&slot_functions_from_macro_loaded_mutex);
#endif
    PyErr_SetString(PyExc_ImportError,
      "cannot load module more than once per process");
    return -1;
  }
  slot_functions_from_macro_loaded = 1;
#ifdef Py_GIL_DISABLED
  PyMutex_Unlock(&slot_functions_from_macro_loaded_mutex);
#endif

  if (PyType_Ready(&Vec_Type) < 0) {
    return -1;
  }
  VecError = PyErr_NewException("slot_functions_from_macro.VecError", PyExc_ValueError, NULL);
  if (VecError == NULL) {
    return -1;
  }
  Py_INCREF(VecError);
  Py_INCREF(&Vec_Type);
  if (PyModule_AddObject(module, "VecError", VecError) < 0
      || PyModule_AddObject(module, "Vec", (PyObject *)&Vec_Type) < 0) {
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC PyInit_slot_functions_from_macro(void)
{
  return PyModuleDef_Init(&vec_module);
}
