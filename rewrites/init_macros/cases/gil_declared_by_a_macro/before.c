#include <Python.h>

#ifdef Py_GIL_DISABLED
#define MOD_NOGIL(m) \
        do { \
                PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED); \
        } while(0)
#else
#define MOD_NOGIL(m) do {} while(0)
#endif

#define MOD_ERROR_VAL NULL
#define MOD_SUCCESS_VAL(val) val
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#define MOD_DEF(ob, name, doc, methods) { \
        static struct PyModuleDef moduledef = { \
          PyModuleDef_HEAD_INIT, name, doc, -1, methods, NULL, NULL, NULL, NULL }; \
        ob = PyModule_Create(&moduledef); \
        if (ob == NULL) { return MOD_ERROR_VAL; } \
        MOD_NOGIL(ob); \
}

static PyMethodDef ext_methods[] = {
    {NULL, NULL, 0, NULL}
};

MOD_INIT(_typeconv) {
    PyObject *m;
    MOD_DEF(m, "_typeconv", "No docs", ext_methods)
    if (m == NULL)
        return MOD_ERROR_VAL;

    PyModule_AddIntConstant(m, "levels", 4);
    return MOD_SUCCESS_VAL(m);
}
