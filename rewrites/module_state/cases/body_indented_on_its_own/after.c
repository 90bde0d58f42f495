/* The initialisation, and one function, are indented otherwise than the rest of the file. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
  PyObject *HeardError;
} ear_state;

static inline ear_state *
get_ear_state(PyObject *module)
{
  void *state = PyModule_GetState(module);
  assert(state != NULL);
  return (ear_state *)state;
}

static PyObject *
heard(PyObject *self, PyObject *Py_UNUSED(ignored))
{
  ear_state *state = get_ear_state(self);

  PyErr_SetString(state->HeardError, "heard");
  return NULL;
}

static PyObject *
silent(PyObject *self, PyObject *Py_UNUSED(ignored))
{
  Py_RETURN_NONE;
}

static PyObject *
loud(PyObject *self, PyObject *Py_UNUSED(ignored))
{
  return PyLong_FromLong(11);
}

static PyMethodDef ear_methods[] = {
  {"heard", heard, METH_NOARGS, NULL},
  {"silent", silent, METH_NOARGS, NULL},
  {"loud", loud, METH_NOARGS, NULL},
  {NULL, NULL, 0, NULL}
};

static int
ear_traverse(PyObject *module, visitproc visit, void *arg)
{
  ear_state *state = get_ear_state(module);
  Py_VISIT(state->HeardError);
  return 0;
}

static int
ear_clear(PyObject *module)
{
  ear_state *state = get_ear_state(module);
  Py_CLEAR(state->HeardError);
  return 0;
}

static void
ear_free(void *module)
{
  ear_clear((PyObject *)module);
}

static struct PyModuleDef ear_definition = {
  PyModuleDef_HEAD_INIT, "ear", NULL, sizeof(ear_state), ear_methods, NULL,
  ear_traverse, ear_clear, ear_free
};

PyMODINIT_FUNC
PyInit_ear(void)
{
    ear_state *state;
    PyObject *module = PyModule_Create(&ear_definition);
    if (module == NULL)
        return NULL;
    state = get_ear_state(module);

    state->HeardError = PyErr_NewException("ear.HeardError", NULL, NULL);
    if (state->HeardError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->HeardError);
    if (PyModule_AddObject(module, "HeardError", state->HeardError) < 0) {
        Py_DECREF(state->HeardError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
