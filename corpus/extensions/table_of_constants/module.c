#include <Python.h>

/* Answers by number. The table of constants is what compatibility headers have for older Pythons. */

static PyObject *AnswerError;

enum { NOTHING, YES, ZERO, NO_TEXT, NO_ITEMS, LAST };

static PyObject *
get_constant(unsigned int which)
{
    static PyObject *constants[LAST] = {NULL};

    if (constants[NOTHING] == NULL) {
        constants[NOTHING] = Py_None;
        constants[YES] = Py_True;
        constants[ZERO] = PyLong_FromLong(0);
        constants[NO_TEXT] = PyUnicode_FromStringAndSize("", 0);
        constants[NO_ITEMS] = PyTuple_New(0);
    }
    if (which >= LAST) {
        PyErr_BadInternalCall();
        return NULL;
    }
    Py_XINCREF(constants[which]);
    return constants[which];
}

static PyObject *
answer(PyObject *module, PyObject *number)
{
    long which = PyLong_AsLong(number);

    if (which == -1 && PyErr_Occurred())
        return NULL;
    if (which < 0 || which >= LAST) {
        PyErr_Format(AnswerError, "no answer %ld", which);
        return NULL;
    }
    return get_constant((unsigned int)which);
}

static PyMethodDef functions[] = {
    {"answer", answer, METH_O, "Return a constant."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef answers = {
    PyModuleDef_HEAD_INIT, "table_of_constants", "Answers.", -1, functions
};

PyMODINIT_FUNC
PyInit_table_of_constants(void)
{
    PyObject *m = PyModule_Create(&answers);

    if (m == NULL)
        return NULL;
    AnswerError = PyErr_NewException("table_of_constants.AnswerError", NULL, NULL);
    if (AnswerError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(AnswerError);
    if (PyModule_AddObject(m, "AnswerError", AnswerError) < 0) {
        Py_DECREF(AnswerError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
