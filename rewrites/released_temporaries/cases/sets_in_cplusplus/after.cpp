#include <Python.h>

typedef struct {
  PyObject *PolyError;
} poly_state;

static inline poly_state *get_poly_state(PyObject *module) {
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (poly_state *)state;
}

static int poly_exec(PyObject *m);

namespace {

PyObject *poly_fail(PyObject *self, PyObject *) {
  poly_state *state = get_poly_state(self);

  PyErr_SetString(state->PolyError, "not a polygon");
  return nullptr;
}

PyMethodDef poly_methods[] = {
  {"fail", poly_fail, METH_NOARGS, nullptr},
  {nullptr, nullptr, 0, nullptr}
};

static int poly_traverse(PyObject *module, visitproc visit, void *arg) {
  poly_state *state = get_poly_state(module);
  Py_VISIT(state->PolyError);
  return 0;
}

static int poly_clear(PyObject *module) {
  poly_state *state = get_poly_state(module);
  Py_CLEAR(state->PolyError);
  return 0;
}

static void poly_free(void *module) {
  poly_clear((PyObject *)module);
}

static PyModuleDef_Slot poly_slots[] = {
  {Py_mod_exec, (void *)poly_exec},
  {0, NULL}
};

PyModuleDef poly_module = {
  PyModuleDef_HEAD_INIT, "poly", nullptr, sizeof(poly_state), poly_methods,
  poly_slots, poly_traverse, poly_clear, poly_free
};

}

/* PySet_Add that takes over key, which may be NULL. */
static int set_add_take(PyObject *set, PyObject *key) {
  int result = -1;

  if (key != NULL) {
    result = PySet_Add(set, key);
  }
  Py_XDECREF(key);
  return result;
}

static int poly_exec(PyObject *m) {
  poly_state *state = get_poly_state(m);
  PyObject *kinds = nullptr;
  state->PolyError = PyErr_NewException("poly.Error", nullptr, nullptr);
  if (state->PolyError == nullptr) {
    goto fail;
  }
  Py_INCREF(state->PolyError);
  PyModule_AddObject(m, "Error", state->PolyError);
  kinds = PySet_New(nullptr);
  if (kinds == nullptr) {
    goto fail;
  }
  set_add_take(kinds, PyUnicode_FromString("line"));
  if (PyModule_AddObject(m, "kinds", kinds) < 0) {
    goto fail;
  }
  return 0;

fail:
  return -1;
}

#ifdef __cplusplus
extern "C"
#endif
PyMODINIT_FUNC PyInit_poly() {
  return PyModuleDef_Init(&poly_module);
}
