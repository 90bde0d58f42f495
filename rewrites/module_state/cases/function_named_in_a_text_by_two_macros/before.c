/* Two macros make a text of the function's name, and nothing else: its parameters may change. */
#include <Python.h>

static PyObject *answers;

#define BEGIN_NAMED(retval, name) \
    if (PyErr_Occurred()) { \
        PySys_WriteStderr(#name " has an exception\n"); \
        return (retval); \
    }
#define BEGIN(name, retval) BEGIN_NAMED(retval, name)

static PyObject *
answer_to(PyObject *object)
{
    PyObject *answer;

    BEGIN(answer_to, NULL);
    answer = PyDict_GetItem(answers, object);
    if (answer == NULL)
        return PyErr_Format(PyExc_LookupError, "no answer for %R", object);
    Py_INCREF(answer);
    return answer;
}

static PyObject *
guard_answer(PyObject *module, PyObject *object)
{
    return answer_to(object);
}

static PyMethodDef guard_functions[] = {
    {"answer", guard_answer, METH_O, NULL},
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
