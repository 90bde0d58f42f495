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
    .tp_name = "preset_tp_dict.Level",
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

static int preset_tp_dict_exec(PyObject *module);

static PyModuleDef_Slot preset_tp_dict_slots[] = {
    {Py_mod_exec, preset_tp_dict_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "preset_tp_dict", NULL, 0, functions, preset_tp_dict_slots
};

static int preset_tp_dict_loaded = 0;
#ifdef Py_GIL_DISABLED
static PyMutex preset_tp_dict_loaded_mutex = {0};
#endif

static int
preset_tp_dict_exec(PyObject *module)
{
    PyObject *maximum, *error;

#ifdef Py_GIL_DISABLED
    PyMutex_Lock(&preset_tp_dict_loaded_mutex);
#endif
    if (preset_tp_dict_loaded) {
#ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&preset_tp_dict_loaded_mutex);
#endif
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per process");
        return -1;
    }
    preset_tp_dict_loaded = 1;
#ifdef Py_GIL_DISABLED
    PyMutex_Unlock(&preset_tp_dict_loaded_mutex);
#endif

    LevelType.tp_dict = PyDict_New();
    if (LevelType.tp_dict == NULL)
        return -1;
    maximum = PyLong_FromLong(9);
    if (maximum == NULL || PyDict_SetItemString(LevelType.tp_dict, "MAXIMUM", maximum) < 0)
        return -1;
    Py_DECREF(maximum);
    if (PyType_Ready(&LevelType) < 0)
        return -1;

    Py_INCREF(&LevelType);
    PyModule_AddObject(module, "Level", (PyObject *)&LevelType);
    error = PyErr_NewException("preset_tp_dict.LevelError", PyExc_ValueError, NULL);
    if (error == NULL) {
        return -1;
    }
    PyModule_AddObject(module, "LevelError", error);
    return 0;
}

PyMODINIT_FUNC
PyInit_preset_tp_dict(void)
{
    return PyModuleDef_Init(&moduledef);
}
