/* Can be compiled without Python, for those who only want to measure. */
#ifdef WITHOUT_PYTHON
#include <stddef.h>
#else
#include <Python.h>
#endif

int measure(const char *text);

#ifndef WITHOUT_PYTHON

static PyObject *Error;

typedef struct {
    PyObject_HEAD
    int length;
} Ruler;

static PyTypeObject Ruler_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "python_in_a_group.Ruler",
    .tp_basicsize = sizeof(Ruler),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
m_measure(PyObject *module, PyObject *text)
{
    const char *given = PyUnicode_AsUTF8(text);
    if (given == NULL) {
        return NULL;
    }
    if (*given == 0) {
        PyErr_SetString(Error, "nothing to measure");
        return NULL;
    }
    return PyLong_FromLong(measure(given));
}

static PyMethodDef methods[] = {
    {"measure", m_measure, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "python_in_a_group", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_python_in_a_group(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("python_in_a_group.Error", NULL, NULL);
    if (Error == NULL || PyType_Ready(&Ruler_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0) {
        Py_DECREF(Error);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Ruler_Type);
    if (PyModule_AddObject(m, "Ruler", (PyObject *)&Ruler_Type) < 0) {
        Py_DECREF(&Ruler_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

#endif /* not WITHOUT_PYTHON */

int
measure(const char *text)
{
    int length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}
