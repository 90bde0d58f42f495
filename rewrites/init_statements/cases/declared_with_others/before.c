/* The module is made where other variables are declared, of which one needs it. */
#include <Python.h>

static PyObject *limit;

static PyObject *
get_limit(PyObject *self, PyObject *unused)
{
    Py_INCREF(limit);
    return limit;
}

static PyMethodDef declared_functions[] = {
    {"limit", get_limit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef declared_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "declared_with_others",
    .m_size = -1,
    .m_methods = declared_functions,
};

PyMODINIT_FUNC
PyInit_declared_with_others(void)
{
    PyObject *name, *m = PyModule_Create(&declared_definition), *dict = m ? PyModule_GetDict(m) : NULL;

    if (m == NULL) {
        return NULL;
    }
    limit = PyLong_FromLong(63);
    name = PyUnicode_FromString("LIMIT");
    if (limit == NULL || name == NULL || PyDict_SetItem(dict, name, limit) < 0) {
        Py_XDECREF(name);
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(name);
    return m;
}
