#include "coins.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "init_laid_out_like_other_files",
    NULL,
    -1,
    coins_functions,
};

PyMODINIT_FUNC
#if PY_MAJOR_VERSION >= 3
PyInit_init_laid_out_like_other_files(void)
#else
initinit_laid_out_like_other_files(void)
#endif
{
  PyObject *m;

  if (PyType_Ready(&Coin_Type) < 0) {
    return NULL;
  }
  m = PyModule_Create(&definition);
  if (m == NULL) {
    return NULL;
  }
  Py_INCREF(&Coin_Type);
  if (PyModule_AddObject(m, "Coin", (PyObject *)&Coin_Type) < 0) {
    Py_DECREF(&Coin_Type);
    Py_DECREF(m);
    return NULL;
  }
  return m;
}
