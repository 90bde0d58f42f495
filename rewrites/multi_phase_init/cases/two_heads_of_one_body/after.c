#include <Python.h>

#define DEFINE_INIT(name) PyMODINIT_FUNC PyInit_##name(void)

static int two_heads_exec(PyObject *module);

static PyModuleDef_Slot two_heads_slots[] = {
    {Py_mod_exec, two_heads_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "two_heads", NULL, 0, NULL,
    two_heads_slots};

static int
two_heads_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "ANSWER", 42) < 0) {
        return -1;
    }
    return 0;
}

#ifdef BUILD_STATIC
DEFINE_INIT(static_two_heads)
#else
DEFINE_INIT(two_heads)
#endif
{
    return PyModuleDef_Init(&definition);
}
