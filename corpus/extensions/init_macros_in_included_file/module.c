/* Codes whose names the initialisation adds, by a macro that returns and a list that other code includes as well. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *CodeError;

static const char *
name_of(long code)
{
    switch (code) {
#define CODE(number, name) case number: return #name;
#include "codes.h"
#undef CODE
    default: return NULL;
    }
}

static PyObject *
code_name(PyObject *module, PyObject *arg)
{
    long code = PyLong_AsLong(arg);
    const char *name;

    if (code == -1 && PyErr_Occurred())
        return NULL;
    name = name_of(code);
    if (name == NULL) {
        PyErr_Format(CodeError, "no such code: %ld", code);
        return NULL;
    }
    return PyUnicode_FromString(name);
}

static PyMethodDef methods[] = {
    {"name", code_name, METH_O, "Return the name of a code."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "init_macros_in_included_file",
    .m_size = -1,
    .m_methods = methods,
};

#define INITERROR return NULL

PyMODINIT_FUNC
PyInit_init_macros_in_included_file(void)
{
    PyObject *m, *codes;

    m = PyModule_Create(&module);
    if (m == NULL)
        INITERROR;

    codes = PyDict_New();
    if (codes == NULL)
        INITERROR;
    if (PyModule_AddObject(m, "codes", codes) < 0)
        INITERROR;

#define add_code(number, name) \
    if (PyModule_AddIntConstant(m, #name, number) < 0) { INITERROR; }
#define CODE(number, name) add_code(number, name)
#include "codes.h"
#undef CODE
#undef add_code

    CodeError = PyErr_NewException("init_macros_in_included_file.CodeError", NULL, NULL);
    if (CodeError == NULL)
        INITERROR;
    Py_INCREF(CodeError);
    if (PyModule_AddObject(m, "CodeError", CodeError) < 0)
        INITERROR;
    return m;
}
