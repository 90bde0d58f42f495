#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *
new_id(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(1);
}

static PyMethodDef ext_methods[] = {
    {"new_id", new_id, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *m;
    static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "shelf",
        "No docs",
        -1,
        ext_methods,
    };

    m = PyModule_Create(&moduledef);
    if (m == NULL)
        return NULL;
    return m;
}
