#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#else
#define MOD_INIT(name) void init##name(void)
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    "A shelf.\n\
\n\
  It has answers.",
    0,
    methods,
    shelf_slots,
    NULL,
    NULL,
    NULL,
};

static int
shelf_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "SIZE", 3) < 0) {
        return -1;
    }
    return 0;
}

MOD_INIT(shelf)
{
    return PyModuleDef_Init(&moduledef);
}
