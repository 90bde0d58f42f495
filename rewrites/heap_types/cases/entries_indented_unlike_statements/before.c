#include <Python.h>

// Statements are indented by two blanks, entries by four, as clang-format does it in Google's style.
static int half(int value) {
  return value / 2;
}

static PyObject *halve(PyObject *self, PyObject *value) {
  return PyLong_FromLong(half((int)PyLong_AsLong(value)));
}

static PyMethodDef Knife_methods[] = {
    {"halve", halve, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Knife_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "knives.Knife",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Knife_methods,
    .tp_new = PyType_GenericNew,
};

static PyModuleDef knives = {
    PyModuleDef_HEAD_INIT,
    .m_name = "knives",
};

PyMODINIT_FUNC PyInit_knives(void) {
  PyObject *module = PyModule_Create(&knives);

  if (module == NULL) {
    return NULL;
  }
  if (PyModule_AddType(module, &Knife_Type) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
