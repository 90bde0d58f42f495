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

static int box_exec(PyObject *m);

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

#if PY3K
    static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "box",
        NULL,
        0,
        methods,
        box_slots,
        NULL,
        NULL,
        NULL
    };

    static int
    box_exec(PyObject *m)

#else
    PyMODINIT_FUNC
    initbox(void)
#endif

{
  Error = PyErr_NewException("box.Error", NULL, NULL);
  if (Error == NULL)
    return -1;

#if PY3K
  return 0;
#endif
}

    PyMODINIT_FUNC
    PyInit_box(void)
    {
      return PyModuleDef_Init(&moduledef);
    }
