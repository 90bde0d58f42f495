#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Class constants, put into tp_dict before the type is ready. */

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

typedef struct {
    PyTypeObject *LevelType;
} preset_tp_dict_state;

static inline preset_tp_dict_state *
get_preset_tp_dict_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (preset_tp_dict_state *)state;
}

static inline preset_tp_dict_state *
get_preset_tp_dict_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (preset_tp_dict_state *)state;
}

static PyObject *
level_create(preset_tp_dict_state *state, int level)
{
    LevelObject *self =
        (LevelObject *)state->LevelType->tp_alloc(state->LevelType, 0);
    if (self)
        self->level = level;
    return (PyObject *)self;
}

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    preset_tp_dict_state *state = get_preset_tp_dict_state_by_type(type);
    int level;

    if (!PyArg_ParseTuple(args, "i:Level", &level))
        return NULL;
    return level_create(state, level);
}

static PyObject *
level_int(LevelObject *self)
{
    return PyLong_FromLong(self->level);
}

static PyType_Slot Level_slots[] = {
    {Py_tp_new, level_new},
    {Py_nb_int, level_int},
    {Py_nb_index, level_int},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "preset_tp_dict.Level",
    .basicsize = sizeof(LevelObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
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

static int
preset_tp_dict_traverse(PyObject *module, visitproc visit, void *arg)
{
    preset_tp_dict_state *state = get_preset_tp_dict_state(module);
    Py_VISIT(state->LevelType);
    return 0;
}

static int
preset_tp_dict_clear(PyObject *module)
{
    preset_tp_dict_state *state = get_preset_tp_dict_state(module);
    Py_CLEAR(state->LevelType);
    return 0;
}

static void
preset_tp_dict_free(void *module)
{
    preset_tp_dict_clear((PyObject *)module);
}

static int preset_tp_dict_exec(PyObject *module);

static PyModuleDef_Slot preset_tp_dict_slots[] = {
    {Py_mod_exec, preset_tp_dict_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "preset_tp_dict", NULL, sizeof(preset_tp_dict_state),
    functions,
    preset_tp_dict_slots, preset_tp_dict_traverse, preset_tp_dict_clear,
    preset_tp_dict_free
};

static int
preset_tp_dict_exec(PyObject *module)
{
    preset_tp_dict_state *state = get_preset_tp_dict_state(module);
    PyObject *maximum, *error;

    state->LevelType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Level_spec, NULL);
    if (state->LevelType == NULL)
        return -1;
    maximum = PyLong_FromLong(9);
    if (maximum == NULL ||
        PyDict_SetItemString(state->LevelType->tp_dict, "MAXIMUM", maximum) < 0)
        return -1;
    Py_DECREF(maximum);

    Py_INCREF(state->LevelType);
    PyModule_AddObject(module, "Level", (PyObject *)state->LevelType);
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
