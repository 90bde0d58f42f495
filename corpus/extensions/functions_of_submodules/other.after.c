#include "shared.h"

static PyObject *
checks_is_line(PyObject *self, PyObject *object)
{
    functions_of_submodules_state *state =
        get_functions_of_submodules_state_by_submodule(self);

    return PyBool_FromLong(Py_TYPE(object) == state->Line_Type);
}

static PyObject *
checks_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    functions_of_submodules_state *state =
        get_functions_of_submodules_state_by_submodule(self);

    PyErr_SetString(state->TooLongError, "no line is short enough");
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
    .m_size = sizeof(functions_of_submodules_submodule),
    .m_methods = checks_functions,
    .m_traverse = functions_of_submodules_submodule_traverse,
    .m_free = functions_of_submodules_submodule_free,
};

int
add_checks(PyObject *package)
{
    PyObject *checks =
        functions_of_submodules_submodule_create(package, &checks_module);

    if (checks == NULL)
        return -1;
    if (PyModule_AddObject(package, "checks", checks) < 0) {
        Py_DECREF(checks);
        return -1;
    }
    return 0;
}
