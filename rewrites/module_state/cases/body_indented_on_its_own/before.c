/* The initialisation, and one function, are indented otherwise than the rest of the file. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *HeardError;

static PyObject *
heard(PyObject *self, PyObject *Py_UNUSED(ignored))
{
  PyErr_SetString(HeardError, "heard");
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

static struct PyModuleDef ear_definition = {
  PyModuleDef_HEAD_INIT, "ear", NULL, -1, ear_methods
};

PyMODINIT_FUNC
PyInit_ear(void)
{
    PyObject *module = PyModule_Create(&ear_definition);
    if (module == NULL)
        return NULL;

    HeardError = PyErr_NewException("ear.HeardError", NULL, NULL);
    if (HeardError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(HeardError);
    if (PyModule_AddObject(module, "HeardError", HeardError) < 0) {
        Py_DECREF(HeardError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
