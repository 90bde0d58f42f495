/* What SHOW(check) means depends on how it is built: a text, or a call. */
#include <Python.h>

static PyObject *answers;

#ifdef GUARD_TRACE
#define SHOW(S) PySys_WriteStdout("%s %p\n", #S, (void *)S(Py_None))
#else
#define SHOW(S) PySys_WriteStdout("%s\n", #S)
#endif

static PyObject *
check(PyObject *object)
{
    if (PyDict_Size(answers) == 0)
        return PyErr_Format(PyExc_LookupError, "no answer for %R", object);
    Py_INCREF(answers);
    return answers;
}

static PyObject *
guard_check(PyObject *module, PyObject *object)
{
    return check(object);
}

static PyObject *
guard_answer(PyObject *module, PyObject *unused)
{
    SHOW(check);
    Py_INCREF(answers);
    return answers;
}

static PyMethodDef guard_functions[] = {
    {"check", guard_check, METH_O, NULL},
    {"answer", guard_answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef guard_module = {
    PyModuleDef_HEAD_INIT, "guard", NULL, -1, guard_functions
};

PyMODINIT_FUNC
PyInit_guard(void)
{
    answers = PyDict_New();
    if (answers == NULL)
        return NULL;
    return PyModule_Create(&guard_module);
}
