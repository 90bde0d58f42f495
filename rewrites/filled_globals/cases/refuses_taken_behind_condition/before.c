#include <Python.h>

static PyObject *Error;

/* Nothing can stand between the test and the call that takes the reference. */
static int
add_exception(PyObject *module, PyObject **exception, const char *name)
{
    *exception = PyErr_NewException(name, NULL, NULL);
    return *exception && PyModule_AddObject(module, "Error", *exception) == 0 ? 0 : -1;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef taken_module = {
    PyModuleDef_HEAD_INIT, "taken_behind_condition", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_taken_behind_condition(void)
{
    PyObject *module = PyModule_Create(&taken_module);
    if (!module)
        return NULL;
    if (add_exception(module, &Error, "taken_behind_condition.Error") < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
