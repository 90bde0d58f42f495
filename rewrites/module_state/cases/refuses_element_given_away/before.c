/* PyModule_AddObject takes over the only reference to each element: the module would release it once too often. */
#include <Python.h>

static PyObject *errors[2];
static const char *const names[2] = {"refuses_element_given_away.TooLow", "refuses_element_given_away.TooHigh"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(errors[number > 0], value);
    return NULL;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_element_given_away",
    .m_size = -1,
    .m_methods = limits_functions,
};

PyMODINIT_FUNC
PyInit_refuses_element_given_away(void)
{
    PyObject *module = PyModule_Create(&limits_module);
    int i;

    if (module == NULL) {
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        errors[i] = PyErr_NewException(names[i], NULL, NULL);
        if (errors[i] == NULL || PyModule_AddObject(module, strrchr(names[i], '.') + 1, errors[i]) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
