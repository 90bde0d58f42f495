#include <Python.h>

static PyObject *answer(PyObject *self, PyObject *args)
{
  return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
  {"answer", answer, METH_NOARGS, NULL},
  {NULL, NULL, 0, NULL}
};

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
  {Py_mod_exec, shelf_exec},
  {0, NULL}
};

static struct PyModuleDef moduledef = {
  PyModuleDef_HEAD_INIT,
  "shelf",
  NULL,
  0,
  methods,
  shelf_slots,
  NULL,
  NULL,
  NULL,
};

static int shelf_exec(PyObject *m)
{
  PyModule_AddIntConstant(m, "SIZE", 3);
  return 0;
}

PyMODINIT_FUNC PyInit_shelf(void)
{
  return PyModuleDef_Init(&moduledef);
}
