#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static PyTypeObject *Knife_Type;

static PyType_Slot Knife_slots[] = {
    {Py_tp_methods, Knife_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Knife_spec = {
    .name = "knives.Knife",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Knife_slots,
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
  Knife_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Knife_spec, NULL);
  if (Knife_Type == NULL) {
    return NULL;
  }
  if (PyModule_AddType(module, Knife_Type) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
