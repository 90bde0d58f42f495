#include <Python.h>

static PyObject *
answer(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, "The answer."},
    {NULL, NULL, 0, NULL}
};

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "shelf",
    NULL,
    0,
    methods,
    shelf_slots,
};
#endif

#if PY_MAJOR_VERSION >= 3
static int
shelf_exec(PyObject *m)
#else
void
initshelf(void)
#endif
{
    if (PyModule_AddIntConstant(m, "places", 3) < 0)
        return -1;

    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&definition);
}
