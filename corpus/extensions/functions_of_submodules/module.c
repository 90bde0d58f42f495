/* Three modules in one extension: the functions of each raise the same error, and make the same objects. */
#include "shared.h"

PyObject *TooLongError;

typedef struct {
    PyObject_HEAD
    Py_ssize_t length;
} Line;

static PyObject *
line_length(PyObject *self, void *closure)
{
    return PyLong_FromSsize_t(((Line *)self)->length);
}

static PyGetSetDef line_getset[] = {
    {"length", line_length, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

PyTypeObject Line_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "functions_of_submodules.Line",
    .tp_basicsize = sizeof(Line),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = line_getset,
};

PyObject *
line_of(Py_ssize_t length)
{
    Line *line;

    if (length > 80) {
        PyErr_SetString(TooLongError, "too long");
        return NULL;
    }
    line = PyObject_New(Line, &Line_Type);
    if (line != NULL)
        line->length = length;
    return (PyObject *)line;
}

static PyObject *
top_line(PyObject *self, PyObject *text)
{
    Py_ssize_t length = PyObject_Length(text);
    return length < 0 ? NULL : line_of(length);
}

static PyMethodDef top_functions[] = {
    {"line", top_line, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef top_module = {
    PyModuleDef_HEAD_INIT,
    "functions_of_submodules",
    NULL,                   /* module documentation */
    -1,                     /* size of per-interpreter state */
    top_functions,          /* m_methods */
    NULL,                   /* m_slots */
    NULL,                   /* m_traverse */
    NULL,                   /* m_clear */
    NULL,                   /* m_free */
};

static PyObject *
blank_line(PyObject *self, PyObject *length)
{
    Py_ssize_t number = PyLong_AsSsize_t(length);
    return number == -1 && PyErr_Occurred() ? NULL : line_of(number);
}

static PyMethodDef blank_functions[] = {
    {"line", blank_line, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef blank_module = {
    PyModuleDef_HEAD_INIT, "functions_of_submodules.blank", "Blank lines.", 0, blank_functions
};

PyMODINIT_FUNC
PyInit_functions_of_submodules(void)
{
    PyObject *blank;
    PyObject *module = PyModule_Create(&top_module);

    if (module == NULL)
        return NULL;
    if (PyType_Ready(&Line_Type) < 0)
        goto error;
    TooLongError = PyErr_NewException("functions_of_submodules.TooLongError", NULL, NULL);
    if (TooLongError == NULL)
        goto error;
    Py_INCREF(TooLongError);
    if (PyModule_AddObject(module, "TooLongError", TooLongError) < 0) {
        Py_DECREF(TooLongError);
        goto error;
    }
    if (!(blank = PyModule_Create(&blank_module)))
        goto error;
    if (PyModule_AddObject(module, "blank", blank) < 0) {
        Py_DECREF(blank);
        goto error;
    }
    if (add_checks(module) < 0)
        goto error;
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
