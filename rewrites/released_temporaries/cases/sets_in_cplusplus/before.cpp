#include <Python.h>

namespace {

PyObject *PolyError;

PyObject *poly_fail(PyObject *self, PyObject *) {
  PyErr_SetString(PolyError, "not a polygon");
  return nullptr;
}

PyMethodDef poly_methods[] = {
  {"fail", poly_fail, METH_NOARGS, nullptr},
  {nullptr, nullptr, 0, nullptr}
};

PyModuleDef poly_module = {
  PyModuleDef_HEAD_INIT, "poly", nullptr, -1, poly_methods
};

}

#ifdef __cplusplus
extern "C"
#endif
PyMODINIT_FUNC PyInit_poly() {
  PyObject *kinds = nullptr;
  PyObject *m = PyModule_Create(&poly_module);
  if (m == nullptr) {
    return nullptr;
  }
  PolyError = PyErr_NewException("poly.Error", nullptr, nullptr);
  if (PolyError == nullptr) {
    goto fail;
  }
  Py_INCREF(PolyError);
  PyModule_AddObject(m, "Error", PolyError);
  kinds = PySet_New(nullptr);
  if (kinds == nullptr) {
    goto fail;
  }
  PySet_Add(kinds, PyUnicode_FromString("line"));
  if (PyModule_AddObject(m, "kinds", kinds) < 0) {
    goto fail;
  }
  return m;

fail:
  Py_DECREF(m);
  return nullptr;
}
