#include <Python.h>

#ifndef PY3K
#if PY_MAJOR_VERSION >= 3
#define PY3K 1
#else
#define PY3K 0
#endif
#endif

static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

#if PY3K
    static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "box",
        NULL,
        -1,
        methods,
        NULL,
        NULL,
        NULL,
        NULL
    };

    #define INITERROR return NULL

    PyMODINIT_FUNC
    PyInit_box(void)

#else
    #define INITERROR return

    PyMODINIT_FUNC
    initbox(void)
#endif

{
  PyObject* m;

#if PY3K
  m = PyModule_Create(&moduledef);
#else
  m = Py_InitModule3("box", methods, NULL);
#endif

  if (m == NULL)
    INITERROR;

  Error = PyErr_NewException("box.Error", NULL, NULL);
  if (Error == NULL)
    INITERROR;

#if PY3K
  return m;
#endif
}
