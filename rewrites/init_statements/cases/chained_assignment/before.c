/* One statement makes the module and keeps it in two variables, of which one is the process's. */
#include <Python.h>

static PyObject *chained;

static PyObject *
own_name(PyObject *self, PyObject *unused)
{
    return PyModule_GetNameObject(chained);
}

static PyMethodDef chained_functions[] = {
    {"own_name", own_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef chained_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "chained_assignment",
    .m_size = -1,
    .m_methods = chained_functions,
};

PyMODINIT_FUNC
PyInit_chained_assignment(void)
{
    PyObject *m;

    if (!(m = chained = PyModule_Create(&chained_definition))) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "LINKS", 2) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
