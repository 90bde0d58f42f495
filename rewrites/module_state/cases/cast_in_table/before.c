/* Functions behind the macros that cast them for a method table: each is a function of the module all the same. */
#include <Python.h>

#ifndef _PyCFunction_CAST
#  define _PyCFunction_CAST(func) ((PyCFunction)(void(*)(void))(func))
#endif
#define WITH_KEYWORDS(func) ((PyCFunction)_PyCFunction_CAST(func))
#define PLAIN_CAST(f) ((PyCFunction)(void(*)(void))(f))

static PyObject *error;

static PyObject *
fail(PyObject *module, PyObject *args, PyObject *kwds)
{
    PyErr_SetString(error, "fail");
    return NULL;
}

static PyObject *
fail_again(PyObject *module, PyObject *args, PyObject *kwds)
{
    PyErr_SetString(error, "fail again");
    return NULL;
}

static PyObject *
fail_for_good(PyObject *module, PyObject *args, PyObject *kwds)
{
    PyErr_SetString(error, "fail for good");
    return NULL;
}

static PyMethodDef cast_methods[] = {
    {"fail", _PyCFunction_CAST(fail), METH_VARARGS | METH_KEYWORDS, NULL},
    {"fail_again", WITH_KEYWORDS(fail_again), METH_VARARGS | METH_KEYWORDS, NULL},
    {"fail_for_good", PLAIN_CAST(fail_for_good), METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL}
};

static struct PyModuleDef cast_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cast_in_table",
    .m_size = -1,
    .m_methods = cast_methods,
};

PyMODINIT_FUNC
PyInit_cast_in_table(void)
{
    PyObject *module = PyModule_Create(&cast_module);

    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("cast_in_table.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(error);
    if (PyModule_AddObject(module, "error", error) < 0) {
        Py_DECREF(error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
