#include "coins.h"

static int init_laid_out_like_other_files_traverse(
    PyObject *module, visitproc visit, void *arg) {
  init_laid_out_like_other_files_state *state =
      get_init_laid_out_like_other_files_state(module);
  Py_VISIT(state->Coin_Type);
  return 0;
}

static int init_laid_out_like_other_files_clear(PyObject *module) {
  init_laid_out_like_other_files_state *state =
      get_init_laid_out_like_other_files_state(module);
  Py_CLEAR(state->Coin_Type);
  return 0;
}

static void init_laid_out_like_other_files_free(void *module) {
  init_laid_out_like_other_files_clear((PyObject *)module);
}

static int init_laid_out_like_other_files_exec(PyObject *m);

static PyModuleDef_Slot init_laid_out_like_other_files_slots[] = {
    {Py_mod_exec, init_laid_out_like_other_files_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "init_laid_out_like_other_files",
    NULL,
    sizeof(init_laid_out_like_other_files_state),
    coins_functions,
    init_laid_out_like_other_files_slots,
    init_laid_out_like_other_files_traverse,
    init_laid_out_like_other_files_clear,
    init_laid_out_like_other_files_free,
};

static int init_laid_out_like_other_files_exec(PyObject *m) {
  init_laid_out_like_other_files_state *state =
      get_init_laid_out_like_other_files_state(m);

  state->Coin_Type =
      (PyTypeObject *)PyType_FromModuleAndSpec(m, &Coin_spec, NULL);
  if (state->Coin_Type == NULL) {
    return -1;
  }
  Py_INCREF(state->Coin_Type);
  if (PyModule_AddObject(m, "Coin", (PyObject *)state->Coin_Type) < 0) {
    Py_DECREF(state->Coin_Type);
    return -1;
  }
  return 0;
}

PyMODINIT_FUNC
PyInit_init_laid_out_like_other_files(void) {
  return PyModuleDef_Init(&definition);
}
