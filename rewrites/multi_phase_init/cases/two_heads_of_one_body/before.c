#include <Python.h>

#define DEFINE_INIT(name) PyMODINIT_FUNC PyInit_##name(void)

#ifdef BUILD_STATIC
DEFINE_INIT(static_two_heads)
#else
DEFINE_INIT(two_heads)
#endif
{
    static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "two_heads", NULL, -1, NULL};
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "ANSWER", 42) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
