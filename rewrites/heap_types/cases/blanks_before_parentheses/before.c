/* GNU style: a blank between a name and its parenthesis, but for what the file has without one. */
#include <Python.h>

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

static void
Book_dealloc (Book *self)
{
  Py_XDECREF (self->title);
  Py_XDECREF (self->author);
  Py_TYPE (self)->tp_free ((PyObject *) self);
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

static PyTypeObject Book_Type = {
  PyVarObject_HEAD_INIT (NULL, 0)
  .tp_name = "shop.Book",
  .tp_basicsize = sizeof (Book),
  .tp_dealloc = (destructor) Book_dealloc,
  .tp_repr = (reprfunc) Book_repr,
  .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
  .tp_init = (initproc) Book_init,
  .tp_new = PyType_GenericNew,
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
  if (PyType_Ready (&Book_Type) < 0)
    {
      Py_DECREF (module);
      return NULL;
    }
  Py_INCREF (&Book_Type);
  if (PyModule_AddObject (module, "Book", (PyObject *) &Book_Type) < 0)
    {
      Py_DECREF (&Book_Type);
      Py_DECREF (module);
      return NULL;
    }
  return module;
}
