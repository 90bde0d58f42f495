/* What an enum is called is for repr(). */
#include <Python.h>

typedef struct {
    PyLongObject base;
} LevelObject;

static PyObject *
level_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<level %ld>", PyLong_AsLong(self));
}

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "another_types_hash.Level",
    sizeof(LevelObject),
};

static struct PyModuleDef level_module = {
    PyModuleDef_HEAD_INIT, "another_types_hash", NULL, -1
};

/* Levels are numbers. */
PyMODINIT_FUNC
PyInit_another_types_hash(void)
{
    PyObject *module = PyModule_Create(&level_module);

    if (module == NULL)
        return NULL;
    Level_Type.tp_repr = level_repr;
    Level_Type.tp_hash = PyLong_Type.tp_hash;
    Level_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Level_Type.tp_base = &PyLong_Type;
    if (PyType_Ready(&Level_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Level_Type);
    if (PyModule_AddObject(module, "Level", (PyObject *)&Level_Type) < 0) {
        Py_DECREF(&Level_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
