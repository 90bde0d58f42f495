#include <Python.h>

static PyObject *answers[4];

static PyObject *
answer(PyObject *module, PyObject *number)
{
    long which = PyLong_AsLong(number);

    if (answers[0] == NULL) {
        answers[0] = Py_None;
        answers[1] = PyLong_FromLong(0);
        answers[2] = PyLong_FromLong(257);
        answers[3] = PyUnicode_FromString("no");
    }
    if (which < 0 || which > 3) {
        PyErr_SetNone(PyExc_IndexError);
        return NULL;
    }
    Py_INCREF(answers[which]);
    return answers[which];
}

static PyMethodDef answers_methods[] = {
    {"answer", answer, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef answers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "answers",
    .m_size = -1,
    .m_methods = answers_methods,
};

PyMODINIT_FUNC
PyInit_answers(void)
{
    return PyModule_Create(&answers_module);
}
