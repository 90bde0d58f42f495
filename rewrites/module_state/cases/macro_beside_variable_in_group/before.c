#include <Python.h>

#ifndef NAMES_ELSEWHERE
static PyObject *names = NULL;

#define MOST_NAMES 3
#endif

static PyObject *
add(PyObject *self, PyObject *name)
{
    if (PyList_GET_SIZE(names) >= MOST_NAMES) {
        PyErr_SetString(PyExc_ValueError, "too many names");
        return NULL;
    }
    if (PyList_Append(names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(names));
}

static PyMethodDef names_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef namesmodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "names",
    .m_size = -1,
    .m_methods = names_methods,
};

PyMODINIT_FUNC
PyInit_names(void)
{
    PyObject *m = PyModule_Create(&namesmodule);
    if (m == NULL)
        return NULL;
    names = PyList_New(0);
    if (names == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
