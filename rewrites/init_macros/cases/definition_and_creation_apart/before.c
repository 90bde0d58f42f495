#include <Python.h>

#define MODULE_ERROR NULL
#define MODULE_RETURN(v) return (v)
#define MODULE_DEF(name,doc,methods) \
  static struct PyModuleDef moduledef = { \
    PyModuleDef_HEAD_INIT, (name), (doc), -1, (methods), NULL, NULL, NULL, NULL, }
#define MODULE_CREATE(obj) obj = PyModule_Create(&moduledef)

static PyObject *answer(PyObject *self, PyObject *args)
{
  return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
  {"answer", answer, METH_NOARGS, NULL},
  {NULL, NULL, 0, NULL}
};

MODULE_DEF("shelf", NULL, methods);

PyMODINIT_FUNC PyInit_shelf(void)
{
  PyObject *m;

  MODULE_CREATE(m);
  if (!m)
    return MODULE_ERROR;
  PyModule_AddIntConstant(m, "SIZE", 3);
  MODULE_RETURN(m);
}
