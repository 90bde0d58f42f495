/* Interned strings that macros declare and make. */
#include <Python.h>

#define INTERN PyUnicode_InternFromString
#define DECLARE_STRING(N) static PyObject *str_##N

DECLARE_STRING(open);
DECLARE_STRING(close);

#define CALL(object, name) PyObject_CallMethodNoArgs(object, str_##name)

static PyObject *
reopen(PyObject *self, PyObject *shop)
{
    PyObject *result = CALL(shop, close);

    if (result == NULL)
        return NULL;
    Py_DECREF(result);
    return CALL(shop, open);
}

static PyMethodDef methods[] = {
    {"reopen", reopen, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef variables_of_macros = {
    PyModuleDef_HEAD_INIT, "variables_of_macros", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_variables_of_macros(void)
{
    PyObject *m = PyModule_Create(&variables_of_macros);

    if (m == NULL)
        return NULL;

#define INIT_STRING(S) \
if ((str_##S = INTERN(#S)) == NULL) return NULL

    INIT_STRING(open);
    INIT_STRING(close);
    return m;
}
