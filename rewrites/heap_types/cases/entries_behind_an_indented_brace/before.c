#include <Python.h>

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

static PyTypeObject Napkin_Type =
  {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "napkins.Napkin",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Napkin_methods,
    .tp_new = PyType_GenericNew,
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
  if (PyModule_AddType (module, &Napkin_Type) < 0)
    {
      Py_DECREF (module);
      return NULL;
    }
  return module;
}
