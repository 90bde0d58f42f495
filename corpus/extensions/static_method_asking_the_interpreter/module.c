#include <Python.h>

/* Versions: Version(1, 2), Version.parse("1.2"). */

typedef struct {
  PyObject_HEAD
  int major_, minor_;
} Version;

static PyTypeObject VersionType;
static PyObject *zero_text;

static PyObject *version_make (int major, int minor)
{
  Version *self = PyObject_New (Version, &VersionType);
  if (self) {
    self->major_ = major;
    self->minor_ = minor;
  }
  return (PyObject *) self;
}

static PyObject *version_new (PyTypeObject *type, PyObject *args, PyObject *kw)
{
  int major, minor = 0;
  if (!PyArg_ParseTuple (args, "i|i", &major, &minor)) return NULL;
  return version_make (major, minor);
}

/* A static method: gets neither instance nor class, self is NULL. */
static PyObject *version_parse (PyObject *self, PyObject *args)
{
  const char *text;
  int major, minor = 0;

  if (!PyArg_ParseTuple (args, "s:parse", &text)) return NULL;
  if (sscanf (text, "%d.%d", &major, &minor) < 1) {
    PyErr_Format (PyExc_ValueError, "no version: '%s'", text);
    return NULL;
  }
  return version_make (major, minor);
}

/* A static method that needs nothing. */
static PyObject *version_scheme (PyObject *self, PyObject *noargs)
{
  return PyUnicode_FromString ("major.minor");
}

/* A class method: the class is a way to the state. */
static PyObject *version_initial (PyObject *cls, PyObject *noargs)
{
  return version_make (0, 1);
}

static PyObject *version_repr (Version *self)
{
  return PyUnicode_FromFormat ("%d.%d", self->major_, self->minor_);
}

static PyMethodDef version_methods[] = {
  { "parse", version_parse, METH_VARARGS | METH_STATIC, "parse(text) -> Version" },
  { "scheme", version_scheme, METH_NOARGS | METH_STATIC, NULL },
  { "initial", version_initial, METH_NOARGS | METH_CLASS, NULL },
  { NULL, NULL, 0, NULL }
};

static PyTypeObject VersionType = {
  PyVarObject_HEAD_INIT (NULL, 0)
  .tp_name = "static_method_asking_the_interpreter.Version",
  .tp_basicsize = sizeof (Version),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_repr = (reprfunc) version_repr,
  .tp_methods = version_methods,
  .tp_new = version_new,
};

static PyObject *zero (PyObject *module, PyObject *noargs)
{
  Py_INCREF (zero_text);
  return zero_text;
}

static PyMethodDef functions[] = {
  { "zero", zero, METH_NOARGS, NULL },
  { NULL, NULL, 0, NULL }
};

static PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  .m_name = "static_method_asking_the_interpreter",
  .m_size = -1,
  .m_methods = functions,
};

PyMODINIT_FUNC PyInit_static_method_asking_the_interpreter (void)
{
  PyObject *module = NULL;

  if (PyType_Ready (&VersionType) < 0) goto fail;
  if (!(module = PyModule_Create (&definition))) goto fail;
  if (!(zero_text = PyUnicode_FromString ("0.0"))) goto fail;
  Py_INCREF (&VersionType);
  if (PyModule_AddObject (module, "Version", (PyObject *) &VersionType) < 0) goto fail;
  return module;
fail:
  Py_XDECREF (module);
  return NULL;
}
