/* The macro releases the module that it is given, and leaves: an exec function has no reference to give up. */
#include <Python.h>

static int m_exec(PyObject *mod);

static PyModuleDef_Slot m_slots[] = {
    {Py_mod_exec, m_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = 0,
    .m_slots = m_slots,
};

#define ADD(module, type)                                           \
do {                                                                \
    Py_INCREF(type);                                                \
    if (PyModule_AddObject(module, #type, (PyObject *)type) < 0) {  \
        return -1;                                                  \
    }                                                               \
} while (0)

static int
m_exec(PyObject *mod)
{
    ADD(mod, &PyLong_Type);
    ADD(mod, &PyFloat_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModuleDef_Init(&definition);
}
