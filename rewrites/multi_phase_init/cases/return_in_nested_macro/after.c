#include <Python.h>

#define ADD_ERROR          \
    {                      \
        return -1;         \
    }
#define ADD(x)                                     \
    if (PyModule_AddIntConstant(module, #x, x))    \
    ADD_ERROR
#define ADD_TWICE(x) ADD(x) ADD(x##x)

static int m_exec(PyObject *module);

static PyModuleDef_Slot m_slots[] = {
    {Py_mod_exec, m_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, 0, NULL,
    m_slots};

enum { ONE = 1, ONEONE = 11 };

static int
m_exec(PyObject *module)
{
    ADD_TWICE(ONE);
    return 0;
}

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
