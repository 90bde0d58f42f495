#include <Python.h>

/* Class constants, put into dictionaries that types take over. */

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    LevelObject *self;
    int level;

    if (!PyArg_ParseTuple(args, "i:Level", &level))
        return NULL;
    self = (LevelObject *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->level = level;
    return (PyObject *)self;
}

static PyObject *
level_is_highest(LevelObject *self, PyObject *unused)
{
    PyObject *highest = PyObject_GetAttrString((PyObject *)self, "HIGHEST");
    long value;

    if (highest == NULL)
        return NULL;
    value = PyLong_AsLong(highest);
    Py_DECREF(highest);
    if (value == -1 && PyErr_Occurred())
        return NULL;
    return PyBool_FromLong(self->level >= value);
}

static PyMethodDef level_methods[] = {
    {"is_highest", (PyCFunction)level_is_highest, METH_NOARGS, "Tell whether there is nothing above."},
    {"reset", (PyCFunction)level_is_highest, METH_NOARGS, "Another one has its name."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "preset_tp_dict_of_a_variable.Level",
    .tp_basicsize = sizeof(LevelObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = level_methods,
    .tp_new = level_new,
};

static PyTypeObject Mark_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "preset_tp_dict_of_a_variable.Mark",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "preset_tp_dict_of_a_variable",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_preset_tp_dict_of_a_variable(void)
{
    PyObject *attributes = NULL;
    PyObject *highest = NULL;
    PyObject *marks;
    PyObject *module = NULL;
    PyObject *ret = NULL;

    marks = PyDict_New();
    if (marks == NULL) {
        return NULL;
    }
    if (PyDict_SetItemString(marks, "EMPTY", Py_None) < 0) {
        return NULL;
    }
    Mark_Type.tp_dict = marks;
    if (PyType_Ready(&Mark_Type) < 0) {
        return NULL;
    }

    attributes = PyDict_New();
    if (attributes == NULL) {
        goto exit;
    }
    highest = PyLong_FromLong(9000);
    if (highest == NULL) {
        goto exit;
    }
    if (PyDict_SetItemString(attributes, "HIGHEST", highest) < 0) {
        goto exit;
    }
    /* It takes the place of the method. */
    if (PyDict_SetItemString(attributes, "reset", Py_None) < 0) {
        goto exit;
    }

    Level_Type.tp_dict = attributes;
    attributes = NULL;  // pass the refcount

    if (PyType_Ready(&Level_Type) < 0) {
        goto exit;
    }

    module = PyModule_Create(&levels_module);
    if (module == NULL) {
        goto exit;
    }
    Py_INCREF(&Level_Type);
    if (PyModule_AddObject(module, "Level", (PyObject *)&Level_Type) < 0) {
        Py_DECREF(&Level_Type);
        goto exit;
    }
    Py_INCREF(&Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)&Mark_Type) < 0) {
        Py_DECREF(&Mark_Type);
        goto exit;
    }

    // success
    ret = module;
    module = NULL;  // pass the refcount

exit:
    Py_XDECREF(attributes);
    Py_XDECREF(highest);
    Py_XDECREF(module);
    return ret;
}
