#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* The braces of initialisers are indented, as GNU has it. */
static PyObject *
fold (PyObject * self, PyObject * value)
{
  return PyNumber_Negative (value);
}

static PyMethodDef Napkin_methods[] =
  {
    {"fold", fold, METH_O, NULL},
    {NULL, NULL, 0, NULL},
  };

static PyTypeObject *Napkin_Type;

static PyType_Slot Napkin_slots[] = {
  {Py_tp_methods, Napkin_methods},
  {Py_tp_new, PyType_GenericNew},
  {0, NULL},
};

static PyType_Spec Napkin_spec = {
  .name = "napkins.Napkin",
  .basicsize = sizeof(PyObject),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Napkin_slots,
};

static PyModuleDef napkins =
  {
    PyModuleDef_HEAD_INIT,
    .m_name = "napkins",
  };

PyMODINIT_FUNC
PyInit_napkins (void)
{
  PyObject *module = PyModule_Create (&napkins);

  if (module == NULL)
    return NULL;
  Napkin_Type =
    (PyTypeObject *)PyType_FromModuleAndSpec(module, &Napkin_spec, NULL);
  if (Napkin_Type == NULL)
    return NULL;
  if (PyModule_AddType (module, Napkin_Type) < 0)
    {
      Py_DECREF (module);
      return NULL;
    }
  return module;
}
