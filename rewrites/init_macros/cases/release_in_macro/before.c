/* The macro releases the module that it is given, and leaves: an exec function has no reference to give up. */
#include <Python.h>

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "m",
    .m_size = -1,
};

#define ADD(module, type)                                           \
do {                                                                \
    Py_INCREF(type);                                                \
    if (PyModule_AddObject(module, #type, (PyObject *)type) < 0) {  \
        Py_DECREF(module);                                          \
        return NULL;                                                \
    }                                                               \
} while (0)

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *mod = PyModule_Create(&definition);

    if (mod == NULL)
        return NULL;
    ADD(mod, &PyLong_Type);
    ADD(mod, &PyFloat_Type);
    return mod;
}
