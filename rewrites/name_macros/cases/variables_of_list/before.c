/* One list declares the strings and makes them. */
#include <Python.h>

#define NAMES(DO) \
    DO(open) \
    DO(close)
#define DECLARE(name) static PyObject *str_##name;
#define INTERN(name) \
    if ((str_##name = PyUnicode_InternFromString(#name)) == NULL) return NULL;

NAMES(DECLARE)

static PyObject *
reopen(PyObject *self, PyObject *shop)
{
    PyObject *result = PyObject_CallMethodNoArgs(shop, str_close);

    if (result == NULL)
        return NULL;
    Py_DECREF(result);
    return PyObject_CallMethodNoArgs(shop, str_open);
}

static PyMethodDef methods[] = {
    {"reopen", reopen, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef variables_of_list = {
    PyModuleDef_HEAD_INIT, "variables_of_list", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_variables_of_list(void)
{
    PyObject *m = PyModule_Create(&variables_of_list);

    if (m == NULL)
        return NULL;
    NAMES(INTERN)
    return m;
}
