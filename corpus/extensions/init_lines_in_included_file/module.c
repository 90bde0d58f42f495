/* Codes and their names, which a list in a file of its own adds to the module. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *CodeError;

static int
add_code(PyObject *target, const char *name, long code)
{
    return PyModule_AddIntConstant(target, name, code);
}

static PyObject *
code_check(PyObject *module, PyObject *arg)
{
    long code = PyLong_AsLong(arg);

    if (code == -1 && PyErr_Occurred())
        return NULL;
    if (code < 1 || code > 3) {
        PyErr_Format(CodeError, "no such code: %ld", code);
        return NULL;
    }
    return PyLong_FromLong(code);
}

static PyMethodDef methods[] = {
    {"check", code_check, METH_O, "Return a code that is known."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "init_lines_in_included_file",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_init_lines_in_included_file(void)
{
    PyObject *m;

    m = PyModule_Create(&module);
    if (!m)
        return NULL;

    if ( /* a series of lines like 'add_code() ||' follows */
#define JOINER ||
#include "shared.h"
#undef JOINER
        PyModule_AddStringConstant(m, "version", "1.0")) {
        Py_DECREF(m);
        return NULL;
    }

    CodeError = PyErr_NewException("init_lines_in_included_file.CodeError", NULL, NULL);
    if (CodeError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(CodeError);
    if (PyModule_AddObject(m, "CodeError", CodeError) < 0) {
        Py_DECREF(CodeError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
