/* The module's dict has the only reference to each element: the state has to own one as well. */
#include <Python.h>

static PyObject *errors[3];
static const char *const names[3] = {"TooLow", "TooHigh", "TooFar"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(errors[number < 0 ? 0 : number > 9 ? 2 : 1], value);
    return NULL;
}

static int
limits_add_errors(PyObject *dict)
{
    char name[100];
    int i;

    for (i = 0; i < 3; i++) {
        strcpy(name, "elements_left_to_a_dict.");
        strcat(name, names[i]);
        errors[i] = PyErr_NewException(name, NULL, NULL);
        if (errors[i] == NULL) {
            return 0;
        }

        /* The dict keeps it. */
        PyDict_SetItemString(dict, names[i], errors[i]);
        Py_DECREF(errors[i]);
    }
    return 1;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "elements_left_to_a_dict",
    .m_size = -1,
    .m_methods = limits_functions,
};

PyMODINIT_FUNC
PyInit_elements_left_to_a_dict(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    if (!limits_add_errors(PyModule_GetDict(module))) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
