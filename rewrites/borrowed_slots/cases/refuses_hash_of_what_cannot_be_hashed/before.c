/* A list has no hash. */
#include <Python.h>

typedef struct {
    PyListObject base;
} LevelObject;

static PyObject *
level_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<level %ld>", (long)PyList_Size(self));
}

static PyTypeObject Level_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "refuses_hash_of_what_cannot_be_hashed.Level",
    sizeof(LevelObject),
};

static struct PyModuleDef level_module = {
    PyModuleDef_HEAD_INIT, "refuses_hash_of_what_cannot_be_hashed", NULL, -1
};

/* Levels are lists. */
PyMODINIT_FUNC
PyInit_refuses_hash_of_what_cannot_be_hashed(void)
{
    PyObject *module = PyModule_Create(&level_module);

    if (module == NULL)
        return NULL;
    Level_Type.tp_repr = level_repr;
    Level_Type.tp_hash = PyList_Type.tp_hash;
    Level_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    Level_Type.tp_base = &PyList_Type;
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
