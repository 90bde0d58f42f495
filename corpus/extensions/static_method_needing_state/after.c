#include <Python.h>

/* Versions: Version(1, 2), Version.parse("1.2"). */

typedef struct {
  PyObject_HEAD
  int major_, minor_;
} Version;

static PyTypeObject VersionType;

typedef struct {
  PyObject *zero_text;
} static_method_needing_state_state;

static inline static_method_needing_state_state *
get_static_method_needing_state_state (PyObject *module)
{
  void *state = PyModule_GetState (module);
  assert (state != NULL);
  return (static_method_needing_state_state *)state;
}

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
  .tp_name = "static_method_needing_state.Version",
  .tp_basicsize = sizeof (Version),
  .tp_flags = Py_TPFLAGS_DEFAULT,
  .tp_repr = (reprfunc) version_repr,
  .tp_methods = version_methods,
  .tp_new = version_new,
};

static PyObject *zero (PyObject *module, PyObject *noargs)
{
  static_method_needing_state_state *state =
      get_static_method_needing_state_state (module);

  Py_INCREF (state->zero_text);
  return state->zero_text;
}

static PyMethodDef functions[] = {
  { "zero", zero, METH_NOARGS, NULL },
  { NULL, NULL, 0, NULL }
};

static int static_method_needing_state_traverse (PyObject *module, visitproc visit,
                                                 void *arg)
{
  static_method_needing_state_state *state =
      get_static_method_needing_state_state (module);
  Py_VISIT (state->zero_text);
  return 0;
}

static int static_method_needing_state_clear (PyObject *module)
{
  static_method_needing_state_state *state =
      get_static_method_needing_state_state (module);
  Py_CLEAR (state->zero_text);
  return 0;
}

static void static_method_needing_state_free (void *module)
{
  static_method_needing_state_clear ((PyObject *)module);
}

static int static_method_needing_state_exec (PyObject *module);

static PyModuleDef_Slot static_method_needing_state_slots[] = {
  {Py_mod_exec, static_method_needing_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
  {0, NULL}
};

static PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  .m_name = "static_method_needing_state",
  .m_size = sizeof(static_method_needing_state_state),
  .m_methods = functions,
  .m_traverse = static_method_needing_state_traverse,
  .m_clear = static_method_needing_state_clear,
  .m_free = static_method_needing_state_free,
  .m_slots = static_method_needing_state_slots,
};

static int static_method_needing_state_exec (PyObject *module)
{
  static_method_needing_state_state *state =
      get_static_method_needing_state_state (module);

  if (PyType_Ready (&VersionType) < 0) goto fail;
  if (!(state->zero_text = PyUnicode_FromString ("0.0"))) goto fail;
  Py_INCREF (&VersionType);
  if (PyModule_AddObject (module, "Version", (PyObject *) &VersionType) < 0) goto fail;
  return 0;
fail:
  return -1;
}

PyMODINIT_FUNC PyInit_static_method_needing_state (void)
{
  return PyModuleDef_Init (&definition);
}
