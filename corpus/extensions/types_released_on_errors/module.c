/* Levels, made by an initialisation that undoes on errors all that it has made, in reverse. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long height;
} Level;

static PyTypeObject Level_T;
static PyObject *Error;
static Level *Ground;

static PyObject *
level_at(PyObject *module, PyObject *arg)
{
    long height = PyLong_AsLong(arg);
    Level *self;

    if (height == -1 && PyErr_Occurred())
        return NULL;
    if (height < 0) {
        PyErr_SetString(Error, "below the ground");
        return NULL;
    }
    if (height == 0) {
        Py_INCREF(Ground);
        return (PyObject *) Ground;
    }
    self = (Level *) PyObject_CallObject((PyObject *) &Level_T, NULL);
    if (self != NULL)
        self->height = height;
    return (PyObject *) self;
}

static PyObject *
Level_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<level %ld>", ((Level *) self)->height);
}

static PyTypeObject Level_T = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_released_on_errors.Level",
    .tp_basicsize = sizeof(Level),
    .tp_repr = Level_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"at", level_at, METH_O, "Return the level of a height."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_released_on_errors",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_types_released_on_errors(void)
{
    PyObject *m;

    m = PyModule_Create(&module);
    if (m == NULL)
        goto error;

    Error = PyErr_NewException("types_released_on_errors.Error", NULL, NULL);
    if (Error == NULL)
        goto error;
    Py_INCREF(Error);
    if (PyModule_AddObject(m, "Error", Error) < 0)
        goto decref_Error;

    if (PyType_Ready(&Level_T) < 0)
        goto decref_Error;
    Py_INCREF((PyObject *) &Level_T);
    if (PyModule_AddObject(m, "Level", (PyObject *) &Level_T) < 0)
        goto decref_Level;

    Ground = (Level *) PyObject_CallObject((PyObject *) &Level_T, NULL);
    if (Ground == NULL)
        goto decref_Level;
    Ground->height = 0;
    Py_INCREF(Ground);
    if (PyModule_AddObject(m, "Ground", (PyObject *) Ground) < 0)
        goto decref_Ground;

    if (PyModule_AddIntConstant(m, "HIGHEST", 8848) < 0)
        goto decref_Ground;
    return m;

decref_Ground:
    Py_DECREF((PyObject *) Ground);
decref_Level:
    Py_DECREF((PyObject *) &Level_T);
decref_Error:
    Py_DECREF(Error);

error:
    return NULL;
}
