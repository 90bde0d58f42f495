/* -*- coding: latin-1 -*-
   Ein Bitfeld fester Größe.  © der Verfasser, geändert für Python 3. */
#include <Python.h>
#include <string.h>

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
  PyMem_Free (self->bytes);
  Py_TYPE (self)->tp_free ((PyObject *) self);
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

static PySequenceMethods bits_as_sequence = {
  .sq_length = (lenfunc) bits_length,
  .sq_item = (ssizeargfunc) bits_item,
  .sq_ass_item = (ssizeobjargproc) bits_ass_item,	/* löschen: nie */
};

static PyMethodDef bits_methods[] = {
  {"__sizeof__", (PyCFunction) bits_sizeof, METH_NOARGS, NULL},
  {NULL, NULL}
};

static PyTypeObject Bits_Type = {
  PyVarObject_HEAD_INIT (NULL, 0)
  .tp_name = "leaf_type_with_sizeof.Bits",
  .tp_doc = "Bits(size)",
  .tp_basicsize = sizeof (Bits),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_new = bits_new,
  .tp_dealloc = (destructor) bits_dealloc,
  .tp_methods = bits_methods,
  .tp_as_sequence = &bits_as_sequence,
};

static struct PyModuleDef bits_module = {
  PyModuleDef_HEAD_INIT,
  "leaf_type_with_sizeof",	/* Name */
  NULL,
  0
};

PyMODINIT_FUNC
PyInit_leaf_type_with_sizeof (void)
{
  PyObject *m;

  if (PyType_Ready (&Bits_Type) < 0)
    return NULL;
  m = PyModule_Create (&bits_module);
  if (m == NULL)
    return NULL;
  Py_INCREF (&Bits_Type);
  if (PyModule_AddObject (m, "Bits", (PyObject *) &Bits_Type) < 0)
    {
      Py_DECREF (&Bits_Type);
      Py_DECREF (m);
      return NULL;
    }
  return m;
}
