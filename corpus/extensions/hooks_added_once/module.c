/* What the process calls at its end: told once by single-phase initialisation, though more modules are made. */
#include <Python.h>
#include <stdlib.h>

static PyObject *RangeError;
static char *letters;

static void
drop_letters(void)
{
    free(letters);
    letters = NULL;
}

static void
say_nothing(void)
{
}

static PyObject *
letter(PyObject *self, PyObject *arg)
{
    long at = PyLong_AsLong(arg);

    if (at < 0 || at > 25) {
        if (!PyErr_Occurred())
            PyErr_Format(RangeError, "no such letter: %ld", at);
        return NULL;
    }
    return PyUnicode_FromStringAndSize(letters + at, 1);
}

static PyMethodDef functions[] = {
    {"letter", letter, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "hooks_added_once", NULL, -1, functions
};

static int
fill(PyObject *m)
{
    atexit(say_nothing);
    RangeError = PyErr_NewException("hooks_added_once.RangeError", NULL, NULL);
    if (RangeError == NULL)
        return -1;
    Py_INCREF(RangeError);
    if (PyModule_AddObject(m, "RangeError", RangeError) < 0) {
        Py_DECREF(RangeError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_hooks_added_once(void)
{
    PyObject *m;

    if (letters == NULL) {
        letters = malloc(26);
        if (letters == NULL)
            return PyErr_NoMemory();
        for (int at = 0; at < 26; at++)
            letters[at] = (char)('a' + at);
    }
    if (Py_AtExit(drop_letters) < 0) {
        PyErr_SetString(PyExc_RuntimeError, "too many hooks");
        return NULL;
    }
    m = PyModule_Create(&definition);
    if (m == NULL)
        return NULL;
    if (fill(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
