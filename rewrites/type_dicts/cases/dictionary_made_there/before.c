#include <Python.h>

/* Class constants, put into tp_dict before the type is ready. */

#define INITERROR return NULL

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

static PyTypeObject LevelType;

static PyObject *
level_create(int level)
{
    LevelObject *self = PyObject_New(LevelObject, &LevelType);
    if (self)
        self->level = level;
    return (PyObject *)self;
}

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    int level;

    if (!PyArg_ParseTuple(args, "i:Level", &level))
        return NULL;
    return level_create(level);
}

static PyObject *
level_int(LevelObject *self)
{
    return PyLong_FromLong(self->level);
}

static PyNumberMethods level_number = {
    .nb_int = (unaryfunc)level_int,
    .nb_index = (unaryfunc)level_int,
};

static PyTypeObject LevelType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dictionary_made_there.Level",
    .tp_basicsize = sizeof(LevelObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = level_new,
    .tp_as_number = &level_number,
};

static PyObject *
level_error(PyObject *self, PyObject *arg)
{
    PyObject *error = PyObject_GetAttrString(self, "LevelError");

    if (error != NULL) {
        PyErr_SetObject(error, arg);
        Py_DECREF(error);
    }
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", level_error, METH_O, "Raise LevelError."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "dictionary_made_there", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_dictionary_made_there(void)
{
    PyObject *module, *maximum, *error;

    LevelType.tp_dict = PyDict_New();
    if (LevelType.tp_dict == NULL)
        INITERROR;
    maximum = PyLong_FromLong(9);
    if (maximum == NULL || PyDict_SetItemString(LevelType.tp_dict, "MAXIMUM", maximum) < 0)
        INITERROR;
    Py_DECREF(maximum);
    if (PyType_Ready(&LevelType) < 0)
        INITERROR;

    module = PyModule_Create(&moduledef);
    if (module == NULL)
        INITERROR;
    Py_INCREF(&LevelType);
    PyModule_AddObject(module, "Level", (PyObject *)&LevelType);
    error = PyErr_NewException("dictionary_made_there.LevelError", PyExc_ValueError, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        INITERROR;
    }
    PyModule_AddObject(module, "LevelError", error);
    return module;
}
