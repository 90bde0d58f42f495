/* Can be compiled without Python, for those who only want to measure. */
#ifdef WITHOUT_PYTHON
#include <stddef.h>
#else
#include <Python.h>
#endif

int measure(const char *text);

#ifndef WITHOUT_PYTHON

typedef struct {
    PyObject *Error;
} python_in_a_group_state;

static inline python_in_a_group_state *
get_python_in_a_group_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (python_in_a_group_state *)state;
}

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
        python_in_a_group_state *state = get_python_in_a_group_state(module);

        PyErr_SetString(state->Error, "nothing to measure");
        return NULL;
    }
    return PyLong_FromLong(measure(given));
}

static PyMethodDef methods[] = {
    {"measure", m_measure, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
python_in_a_group_traverse(PyObject *module, visitproc visit, void *arg)
{
    python_in_a_group_state *state = get_python_in_a_group_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
python_in_a_group_clear(PyObject *module)
{
    python_in_a_group_state *state = get_python_in_a_group_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
python_in_a_group_free(void *module)
{
    python_in_a_group_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "python_in_a_group", NULL,
    sizeof(python_in_a_group_state), methods,
    NULL, python_in_a_group_traverse, python_in_a_group_clear,
    python_in_a_group_free,
};

PyMODINIT_FUNC
PyInit_python_in_a_group(void)
{
    python_in_a_group_state *state;
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    state = get_python_in_a_group_state(m);
    state->Error = PyErr_NewException("python_in_a_group.Error", NULL, NULL);
    if (state->Error == NULL || PyType_Ready(&Ruler_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
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
