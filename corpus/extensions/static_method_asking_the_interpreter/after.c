#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Versions: Version(1, 2), Version.parse("1.2"). */

typedef struct {
  PyObject_HEAD
  int major_, minor_;
} Version;

typedef struct {
  PyTypeObject *VersionType;
  PyObject *zero_text;
} static_method_asking_the_interpreter_state;

static inline static_method_asking_the_interpreter_state *
get_static_method_asking_the_interpreter_state (PyObject *module)
{
  void *state = PyModule_GetState (module);
  assert (state != NULL);
  return (static_method_asking_the_interpreter_state *)state;
}

static inline static_method_asking_the_interpreter_state *
get_static_method_asking_the_interpreter_state_by_type (PyTypeObject *type)
{
  void *state = PyType_GetModuleState (type);
  assert (state != NULL);
  return (static_method_asking_the_interpreter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int keep_static_method_asking_the_interpreter (PyObject *module)
{
  PyObject *dict = PyInterpreterState_GetDict (PyInterpreterState_Get ());
  PyObject *modules, *remove, *reference;
  int result;

  if (dict == NULL) {
    PyErr_SetString (PyExc_RuntimeError, "the interpreter has no dict");
    return -1;
  }
  modules = PyDict_GetItemString (dict, "static_method_asking_the_interpreter");
  if (modules == NULL) {
    modules = PyList_New (0);
    if (modules == NULL) {
      return -1;
    }
    result = PyDict_SetItemString (dict, "static_method_asking_the_interpreter",
                                   modules);
    Py_DECREF (modules);
    if (result < 0) {
      return -1;
    }
  }
  remove = PyObject_GetAttrString (modules, "remove");
  if (remove == NULL) {
    return -1;
  }
  reference = PyWeakref_NewRef (module, remove);
  Py_DECREF (remove);
  if (reference == NULL) {
    return -1;
  }
  result = PyList_Append (modules, reference);
  Py_DECREF (reference);
  return result;
}

static inline static_method_asking_the_interpreter_state *
find_static_method_asking_the_interpreter_state (void)
{
  PyObject *dict = PyInterpreterState_GetDict (PyInterpreterState_Get ());
  PyObject *modules = dict == NULL ? NULL
      : PyDict_GetItemString (dict, "static_method_asking_the_interpreter");
  Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE (modules);
  PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM (modules, count - 1);
  PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
  if (reference != NULL && PyWeakref_GetRef (reference, &module) > 0) {
    Py_DECREF (module);
  }
#else
  if (reference != NULL && PyWeakref_GetObject (reference) != Py_None) {
    module = PyWeakref_GetObject (reference);
  }
#endif
  if (module == NULL) {
    PyErr_SetString (
        PyExc_RuntimeError,
        "static_method_asking_the_interpreter is not imported any more");
    return NULL;
  }
  return get_static_method_asking_the_interpreter_state (module);
}

static PyObject *version_make (static_method_asking_the_interpreter_state *state,
                               int major, int minor)
{
  Version *self = (Version *)state->VersionType->tp_alloc (state->VersionType, 0);
  if (self) {
    self->major_ = major;
    self->minor_ = minor;
  }
  return (PyObject *) self;
}

static PyObject *version_new (PyTypeObject *type, PyObject *args, PyObject *kw)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state_by_type (type);
  int major, minor = 0;
  if (!PyArg_ParseTuple (args, "i|i", &major, &minor)) return NULL;
  return version_make (state, major, minor);
}

/* A static method: gets neither instance nor class, self is NULL. */
static PyObject *version_parse (PyObject *self, PyObject *args)
{
  static_method_asking_the_interpreter_state *state =
      find_static_method_asking_the_interpreter_state ();
  const char *text;
  int major, minor = 0;

  if (state == NULL)
    return NULL;
  if (!PyArg_ParseTuple (args, "s:parse", &text)) return NULL;
  if (sscanf (text, "%d.%d", &major, &minor) < 1) {
    PyErr_Format (PyExc_ValueError, "no version: '%s'", text);
    return NULL;
  }
  return version_make (state, major, minor);
}

/* A static method that needs nothing. */
static PyObject *version_scheme (PyObject *self, PyObject *noargs)
{
  return PyUnicode_FromString ("major.minor");
}

/* A class method: the class is a way to the state. */
static PyObject *version_initial (PyObject *cls, PyObject *noargs)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state_by_type ((PyTypeObject *)cls);

  return version_make (state, 0, 1);
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

static PyType_Slot Version_slots[] = {
  {Py_tp_repr, version_repr},
  {Py_tp_methods, version_methods},
  {Py_tp_new, version_new},
  {0, NULL},
};

static PyType_Spec Version_spec = {
  .name = "static_method_asking_the_interpreter.Version",
  .basicsize = sizeof (Version),
  .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
  .slots = Version_slots,
};

static PyObject *zero (PyObject *module, PyObject *noargs)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state (module);

  Py_INCREF (state->zero_text);
  return state->zero_text;
}

static PyMethodDef functions[] = {
  { "zero", zero, METH_NOARGS, NULL },
  { NULL, NULL, 0, NULL }
};

static int static_method_asking_the_interpreter_traverse (
    PyObject *module, visitproc visit, void *arg)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state (module);
  Py_VISIT (state->VersionType);
  Py_VISIT (state->zero_text);
  return 0;
}

static int static_method_asking_the_interpreter_clear (PyObject *module)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state (module);
  Py_CLEAR (state->VersionType);
  Py_CLEAR (state->zero_text);
  return 0;
}

static void static_method_asking_the_interpreter_free (void *module)
{
  static_method_asking_the_interpreter_clear ((PyObject *)module);
}

static int static_method_asking_the_interpreter_exec (PyObject *module);

static PyModuleDef_Slot static_method_asking_the_interpreter_slots[] = {
  {Py_mod_exec, static_method_asking_the_interpreter_exec},
  {Py_mod_exec, keep_static_method_asking_the_interpreter},
#if PY_VERSION_HEX >= 0x030C0000
  {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
  {0, NULL}
};

static PyModuleDef definition = {
  PyModuleDef_HEAD_INIT,
  .m_name = "static_method_asking_the_interpreter",
  .m_size = sizeof(static_method_asking_the_interpreter_state),
  .m_methods = functions,
  .m_traverse = static_method_asking_the_interpreter_traverse,
  .m_clear = static_method_asking_the_interpreter_clear,
  .m_free = static_method_asking_the_interpreter_free,
  .m_slots = static_method_asking_the_interpreter_slots,
};

static int static_method_asking_the_interpreter_exec (PyObject *module)
{
  static_method_asking_the_interpreter_state *state =
      get_static_method_asking_the_interpreter_state (module);

  state->VersionType =
      (PyTypeObject *)PyType_FromModuleAndSpec (module, &Version_spec, NULL);
  if (state->VersionType == NULL) goto fail;
  if (!(state->zero_text = PyUnicode_FromString ("0.0"))) goto fail;
  Py_INCREF (state->VersionType);
  if (PyModule_AddObject (module, "Version", (PyObject *) state->VersionType) < 0)
    goto fail;
  return 0;
fail:
  return -1;
}

PyMODINIT_FUNC PyInit_static_method_asking_the_interpreter (void)
{
  return PyModuleDef_Init (&definition);
}
