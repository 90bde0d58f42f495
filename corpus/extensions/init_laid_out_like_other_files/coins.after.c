#include "coins.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
  PyObject_HEAD
  long cents;
} Coin;

static int Coin_init(Coin *self, PyObject *args, PyObject *kwargs) {
  return PyArg_ParseTuple(args, "l", &self->cents) ? 0 : -1;
}

static void Coin_dealloc(Coin *self) {
  PyTypeObject *tp = Py_TYPE(self);

  tp->tp_free((PyObject *)self);
  Py_DECREF(tp);
}

static PyObject *Coin_cents(Coin *self, PyObject *unused) {
  return PyLong_FromLong(self->cents);
}

static PyObject *coins_is_coin(PyObject *self, PyObject *object) {
  init_laid_out_like_other_files_state *state =
      get_init_laid_out_like_other_files_state(self);

  return PyBool_FromLong(PyObject_TypeCheck(object, state->Coin_Type));
}

static PyMethodDef Coin_methods[] = {
    {"cents", (PyCFunction)Coin_cents, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef coins_functions[] = {
    {"is_coin", coins_is_coin, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Coin_slots[] = {
    {Py_tp_dealloc, Coin_dealloc},
    {Py_tp_methods, Coin_methods},
    {Py_tp_init, Coin_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

PyType_Spec Coin_spec = {
    .name = "init_laid_out_like_other_files.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};
