#ifndef COINS_H
#define COINS_H

#include <Python.h>

typedef struct {
  PyTypeObject *Coin_Type;
} init_laid_out_like_other_files_state;

static inline init_laid_out_like_other_files_state *
get_init_laid_out_like_other_files_state(PyObject *module) {
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (init_laid_out_like_other_files_state *)state;
}

extern PyType_Spec Coin_spec;
extern PyMethodDef coins_functions[];

#endif
