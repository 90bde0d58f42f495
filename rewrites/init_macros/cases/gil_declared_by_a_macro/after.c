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

static int typeconv_exec(PyObject *m);

static PyModuleDef_Slot typeconv_slots[] = {
    {Py_mod_exec, typeconv_exec},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
  PyModuleDef_HEAD_INIT, "_typeconv", "No docs", 0, ext_methods, typeconv_slots,
  NULL, NULL, NULL };

static int
typeconv_exec(PyObject *m) {
    PyModule_AddIntConstant(m, "levels", 4);
    return 0;
}

MOD_INIT(_typeconv) {
    return PyModuleDef_Init(&moduledef);
}
