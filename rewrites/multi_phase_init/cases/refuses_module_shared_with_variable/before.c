#include <Python.h>

static struct PyModuleDef hashes_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hashes",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_hashes(void) {
  PyObject *sizes = NULL;
  PyObject *module = NULL;

  PyObject *ret = NULL;

  sizes = PyDict_New();
  if (sizes == NULL) {
    goto exit;
  }

  module = PyModule_Create(&hashes_def);
  if (module == NULL) {
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
  Py_INCREF(module);
  ret = module;


exit:
  Py_XDECREF(sizes);
  Py_XDECREF(module);
  return ret;
}
