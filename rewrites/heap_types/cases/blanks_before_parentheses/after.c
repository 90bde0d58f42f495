/* GNU style: a blank between a name and its parenthesis, but for what the file has without one. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct
{
  PyObject_HEAD
  PyObject *title;
  PyObject *author;
} Book;

static PyObject *
joined (PyObject *first, PyObject *second)
{
  PyObject *both = PyUnicode_Concat (first, second);
  if (both == NULL)
    PyErr_Clear ();
  return both;
}

static int
Book_init (Book *self, PyObject *args, PyObject *kwds)
{
  PyObject *title, *author;

  if (!PyArg_ParseTuple (args, "UU", &title, &author))
    return -1;
  Py_INCREF (title);
  Py_XSETREF (self->title, title);
  Py_INCREF (author);
  Py_XSETREF (self->author, author);
  return 0;
}

static int
Book_traverse (Book *self, visitproc visit, void *arg)
{
  Py_VISIT (Py_TYPE (self));
  Py_VISIT (self->title);
  Py_VISIT (self->author);
  return 0;
}

static void
Book_dealloc (Book *self)
{
  PyTypeObject *tp = Py_TYPE (self);

  PyObject_GC_UnTrack (self);
  Py_XDECREF (self->title);
  Py_XDECREF (self->author);
  tp->tp_free ((PyObject *) self);
  Py_DECREF (tp);
}

static PyObject *
Book_repr (Book *self)
{
  PyObject *both, *found;

  if (self->title == NULL || self->author == NULL)
    return PyUnicode_FromString ("empty");
  both = joined (self->title, self->author);
  if (both == NULL)
    Py_RETURN_NONE;
  found = PyUnicode_FromFormat ("%U (%zd)", both, PyUnicode_GetLength (both));
  Py_DECREF (both);
  return found;
}

static PyTypeObject *Book_Type;

static PyType_Slot Book_slots[] = {
  {Py_tp_dealloc, Book_dealloc},
  {Py_tp_repr, Book_repr},
  {Py_tp_init, Book_init},
  {Py_tp_new, PyType_GenericNew},
  {Py_tp_traverse, Book_traverse},
  {0, NULL},
};

static PyType_Spec Book_spec = {
  .name = "shop.Book",
  .basicsize = sizeof (Book),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
            Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Book_slots,
};

static struct PyModuleDef shop_def = {
  PyModuleDef_HEAD_INIT,
  .m_name = "shop",
  .m_size = -1,
};

PyMODINIT_FUNC
PyInit_shop (void)
{
  PyObject *module = PyModule_Create (&shop_def);

  if (module == NULL)
    return NULL;
  Book_Type = (PyTypeObject *)PyType_FromModuleAndSpec (module, &Book_spec, NULL);
  if (Book_Type == NULL)
    {
      Py_DECREF (module);
      return NULL;
    }
  Py_INCREF (Book_Type);
  if (PyModule_AddObject (module, "Book", (PyObject *) Book_Type) < 0)
    {
      Py_DECREF (Book_Type);
      Py_DECREF (module);
      return NULL;
    }
  return module;
}
