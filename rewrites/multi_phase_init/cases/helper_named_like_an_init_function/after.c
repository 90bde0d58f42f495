/* Levels of a thermostat. The module is filled by a function that is named as if it were an init function too. */
#include <Python.h>

static PyObject *range_error;

static PyObject *
check(PyObject *Py_UNUSED(module), PyObject *argument)
{
    long level = PyLong_AsLong(argument);

    if (level == -1 && PyErr_Occurred())
        return NULL;
    if (level < 0 || level > 5) {
        PyErr_Format(range_error, "no such level: %ld", level);
        return NULL;
    }
    return PyLong_FromLong(level);
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, "check(level) -> level"},
    {NULL, NULL, 0, NULL}
};

static int helper_named_like_an_init_function_exec(PyObject *module);

static PyModuleDef_Slot helper_named_like_an_init_function_slots[] = {
    {Py_mod_exec, helper_named_like_an_init_function_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "helper_named_like_an_init_function", NULL, 0, methods,
    helper_named_like_an_init_function_slots, NULL, NULL, NULL
};

static PyObject *
PyInit_levels(PyObject *module)
{
    range_error = PyErr_NewException("helper_named_like_an_init_function.RangeError", PyExc_ValueError, NULL);
    if (range_error == NULL)
        return NULL;
    Py_INCREF(range_error);
    if (PyModule_AddObject(module, "RangeError", range_error) < 0) {
        Py_DECREF(range_error);
        return NULL;
    }
    return module;
}

static int
helper_named_like_an_init_function_exec(PyObject *module)
{
    return PyInit_levels(module) == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_helper_named_like_an_init_function(void)
{
    return PyModuleDef_Init(&definition);
}
