/* FETCH(check) makes a string and another name of `check`: it doesn't mean the function. */
#include <Python.h>

static PyObject *answers;

#define FETCH(S) \
    PyObject *the_##S = PyDict_GetItemString(answers, #S)

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
    FETCH(check);

    if (the_check == NULL)
        Py_RETURN_NONE;
    Py_INCREF(the_check);
    return the_check;
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
