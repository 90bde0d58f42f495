#include <Python.h>

#define ADD_ERROR          \
    {                      \
        Py_DECREF(module); \
        return NULL;       \
    }
#define ADD(x)                                     \
    if (PyModule_AddIntConstant(module, #x, x))    \
    ADD_ERROR
#define ADD_TWICE(x) ADD(x) ADD(x##x)

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL};

enum { ONE = 1, ONEONE = 11 };

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    ADD_TWICE(ONE);
    return module;
}
