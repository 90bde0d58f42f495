#include <Python.h>

static int hashes_exec(PyObject *module);

static PyModuleDef_Slot hashes_slots[] = {
    {Py_mod_exec, hashes_exec},
    {0, NULL}
};

static struct PyModuleDef hashes_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hashes",
    .m_size = 0,
    .m_slots = hashes_slots,
};

static int hashes_exec(PyObject *module) {
  PyObject *sizes = NULL;

  int ret = -1;

  sizes = PyDict_New();
  if (sizes == NULL) {
    goto exit;
  }

  if (PyModule_AddStringConstant(module, "version", "1.0") < 0) {
    goto exit;
  }

  Py_INCREF(sizes);
  if (PyModule_AddObject(module, "sizes", sizes) < 0) {
    Py_DECREF(sizes);
    goto exit;
  }

  // success
  ret = 0;

exit:
  Py_XDECREF(sizes);
  return ret;
}

PyMODINIT_FUNC PyInit_hashes(void) {
  return PyModuleDef_Init(&hashes_def);
}
