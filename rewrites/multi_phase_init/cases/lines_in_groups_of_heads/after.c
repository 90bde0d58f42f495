#include <Python.h>

static PyMethodDef heads_methods[] = {
    {NULL, NULL, 0, NULL}
};

static int heads_exec(PyObject *m);

static PyModuleDef_Slot heads_slots[] = {
    {Py_mod_exec, heads_exec},
    {0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef heads_module = {
    PyModuleDef_HEAD_INIT,
    "heads",
    "Constants.",
    0,
    heads_methods,
    heads_slots
};
#endif

static int
heads_exec(PyObject *m)
{
    int answer = 42;

    if (PyModule_AddIntConstant(m, "ANSWER", answer) < 0)
        return -1;
#if PY_MAJOR_VERSION >= 3
    return 0;
#endif
}

PyMODINIT_FUNC
PyInit_heads(void)
{
    return PyModuleDef_Init(&heads_module);
}
