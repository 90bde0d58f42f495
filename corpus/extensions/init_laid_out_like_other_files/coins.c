#include "coins.h"

typedef struct {
  PyObject_HEAD
  long cents;
} Coin;

static int Coin_init(Coin *self, PyObject *args, PyObject *kwargs) {
  return PyArg_ParseTuple(args, "l", &self->cents) ? 0 : -1;
}

static void Coin_dealloc(Coin *self) {
  Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Coin_cents(Coin *self, PyObject *unused) {
  return PyLong_FromLong(self->cents);
}

static PyObject *coins_is_coin(PyObject *self, PyObject *object) {
  return PyBool_FromLong(PyObject_TypeCheck(object, &Coin_Type));
}

static PyMethodDef Coin_methods[] = {
    {"cents", (PyCFunction)Coin_cents, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef coins_functions[] = {
    {"is_coin", coins_is_coin, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "init_laid_out_like_other_files.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Coin_dealloc,
    .tp_methods = Coin_methods,
    .tp_init = (initproc)Coin_init,
    .tp_new = PyType_GenericNew,
};
