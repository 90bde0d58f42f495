#include <Python.h>

#define FAIL(object) do { Py_XDECREF(object); return NULL; } while (0)

static PyObject *
ping(PyObject *module, PyObject *none)
{
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"ping", ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef pings_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pings",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_pings(void)
{
    PyObject *m;

    if ((m = PyModule_Create(&pings_module)) == NULL) {
        PyErr_SetString(PyExc_ImportError, "Unable to initialize pings");
        return NULL;
    }
    if (!m)
        FAIL(NULL);
    if (PyModule_AddIntConstant(m, "COUNT", 3) < 0)
        FAIL(m);
    return m;
}
