/* -*- coding: latin-1 -*-
   Ein Bitfeld fester Größe.  © der Verfasser, geändert für Python 3. */
#include <Python.h>
#include <string.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
  PyObject_HEAD
  Py_ssize_t nbits;
  unsigned char *bytes;		/* (nbits + 7) / 8 Stück */
} Bits;

#define BYTES(n)  (((n) + 7) / 8)

static PyObject *
bits_new (PyTypeObject *type, PyObject *args, PyObject *kw)
{
  Bits *self;
  Py_ssize_t nbits;

  if (!PyArg_ParseTuple (args, "n:Bits", &nbits))
    return NULL;
  if (nbits < 0)
    {
      PyErr_SetString (PyExc_ValueError, "negative size");
      return NULL;
    }
  self = (Bits *) type->tp_alloc (type, 0);
  if (self == NULL)
    return NULL;
  self->nbits = nbits;
  self->bytes = PyMem_Calloc (BYTES (nbits) + 1, 1);
  if (self->bytes == NULL)
    {
      Py_DECREF (self);
      return PyErr_NoMemory ();
    }
  return (PyObject *) self;
}

static void
bits_dealloc (Bits *self)
{
  PyTypeObject *tp = Py_TYPE (self);

  PyMem_Free (self->bytes);
  tp->tp_free ((PyObject *) self);
  Py_DECREF (tp);
}

/* Größe in Byte, wie sys.getsizeof sie meldet */
static PyObject *
bits_sizeof (Bits *self, PyObject *unused)
{
  return PyLong_FromSsize_t (Py_TYPE (self)->tp_basicsize + BYTES (self->nbits) + 1);
}

static Py_ssize_t
bits_length (Bits *self)
{
  return self->nbits;
}

static PyObject *
bits_item (Bits *self, Py_ssize_t i)
{
  if (i < 0 || i >= self->nbits)
    {
      PyErr_SetString (PyExc_IndexError, "bit index out of range");
      return NULL;
    }
  return PyBool_FromLong (self->bytes[i / 8] >> (i % 8) & 1);
}

static int
bits_ass_item (Bits *self, Py_ssize_t i, PyObject *value)
{
  int on;

  if (i < 0 || i >= self->nbits)
    {
      PyErr_SetString (PyExc_IndexError, "bit index out of range");
      return -1;
    }
  if (value == NULL)
    {
      PyErr_SetString (PyExc_TypeError, "bits can't be deleted");
      return -1;
    }
  on = PyObject_IsTrue (value);
  if (on < 0)
    return -1;
  if (on)
    self->bytes[i / 8] |= (unsigned char) (1 << (i % 8));
  else
    self->bytes[i / 8] &= (unsigned char) ~(1 << (i % 8));
  return 0;
}

static PyMethodDef bits_methods[] = {
  {"__sizeof__", (PyCFunction) bits_sizeof, METH_NOARGS, NULL},
  {NULL, NULL}
};

static PyType_Slot Bits_slots[] = {
  {Py_tp_doc, "Bits(size)"},
  {Py_tp_new, bits_new},
  {Py_tp_dealloc, bits_dealloc},
  {Py_tp_methods, bits_methods},
  {Py_sq_length, bits_length},
  {Py_sq_item, bits_item},
  {Py_sq_ass_item, bits_ass_item},
  {0, NULL},
};

static PyType_Spec Bits_spec = {
  .name = "leaf_type_with_sizeof.Bits",
  .basicsize = sizeof (Bits),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Bits_slots,
};

static int leaf_type_with_sizeof_exec (PyObject *m);

static PyModuleDef_Slot leaf_type_with_sizeof_slots[] = {
  {Py_mod_exec, leaf_type_with_sizeof_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static struct PyModuleDef bits_module = {
  PyModuleDef_HEAD_INIT,
  "leaf_type_with_sizeof",	/* Name */
  NULL,
  0,
  NULL,
  leaf_type_with_sizeof_slots
};

static int
leaf_type_with_sizeof_exec (PyObject *m)
{
  PyTypeObject *Bits_Type =
      (PyTypeObject *)PyType_FromModuleAndSpec (m, &Bits_spec, NULL);
  if (Bits_Type == NULL)
    return -1;
  if (PyModule_AddObject (m, "Bits", (PyObject *) Bits_Type) < 0)
    {
      Py_DECREF (Bits_Type);
      return -1;
    }
  return 0;
}

PyMODINIT_FUNC
PyInit_leaf_type_with_sizeof (void)
{
  return PyModuleDef_Init (&bits_module);
}
