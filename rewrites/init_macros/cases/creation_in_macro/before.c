#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define MOD_ERROR_VAL NULL
#define MOD_SUCCESS_VAL(val) val
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#define MOD_DEF(ob, name, doc, methods) \
    static struct PyModuleDef moduledef = { \
        PyModuleDef_HEAD_INIT, name, (doc), -1, (methods), NULL, NULL, NULL, NULL, }; \
    ob = PyModule_Create(&moduledef);
#else
#define MOD_ERROR_VAL
#define MOD_SUCCESS_VAL(val)
#define MOD_INIT(name) void init##name(void)
#define MOD_DEF(ob, name, doc, methods) ob = Py_InitModule3(name, methods, doc)
#endif

static PyObject *
answer(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(42);
}

static PyMethodDef methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

MOD_INIT(shelf)
{
    PyObject *m;

    MOD_DEF(m, "shelf", "A shelf.\n\
\n\
  It has answers.", methods);
    if (m == NULL)
        return MOD_ERROR_VAL;
    if (PyModule_AddIntConstant(m, "SIZE", 3) < 0) {
        Py_DECREF(m);
        return MOD_ERROR_VAL;
    }
    return MOD_SUCCESS_VAL(m);
}
