#include "shared.h"

static PyObject *
checks_is_line(PyObject *self, PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == &Line_Type);
}

static PyObject *
checks_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(TooLongError, "no line is short enough");
    return NULL;
}

static PyMethodDef checks_functions[] = {
    {"is_line", checks_is_line, METH_O, NULL},
    {"fail", checks_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef checks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "functions_of_submodules.checks",
    .m_size = -1,
    .m_methods = checks_functions,
};

int
add_checks(PyObject *package)
{
    PyObject *checks = PyModule_Create(&checks_module);

    if (checks == NULL)
        return -1;
    if (PyModule_AddObject(package, "checks", checks) < 0) {
        Py_DECREF(checks);
        return -1;
    }
    return 0;
}
