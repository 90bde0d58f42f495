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

static struct PyModuleDef vec_module = {
  PyModuleDef_HEAD_INIT, "slot_functions_from_macro", NULL, -1, NULL
};

PyMODINIT_FUNC PyInit_slot_functions_from_macro(void)
{
  PyObject *module;

  if (PyType_Ready(&Vec_Type) < 0 || !(module = PyModule_Create(&vec_module))) {
    return NULL;
  }
  VecError = PyErr_NewException("slot_functions_from_macro.VecError", PyExc_ValueError, NULL);
  if (VecError == NULL) {
    Py_DECREF(module);
    return NULL;
  }
  Py_INCREF(VecError);
  Py_INCREF(&Vec_Type);
  if (PyModule_AddObject(module, "VecError", VecError) < 0
      || PyModule_AddObject(module, "Vec", (PyObject *)&Vec_Type) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
