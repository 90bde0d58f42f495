#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

typedef struct {
    PyTypeObject *Level_Type;
    PyTypeObject *Mark_Type;
} preset_tp_dict_of_a_variable_state;

static inline preset_tp_dict_of_a_variable_state *
get_preset_tp_dict_of_a_variable_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (preset_tp_dict_of_a_variable_state *)state;
}

static PyType_Slot Level_slots[] = {
    {Py_tp_methods, level_methods},
    {Py_tp_new, level_new},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "preset_tp_dict_of_a_variable.Level",
    .basicsize = sizeof(LevelObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
};

static PyType_Slot Mark_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Mark_spec = {
    .name = "preset_tp_dict_of_a_variable.Mark",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mark_slots,
};

static int
preset_tp_dict_of_a_variable_traverse(PyObject *module, visitproc visit, void *arg)
{
    preset_tp_dict_of_a_variable_state *state =
        get_preset_tp_dict_of_a_variable_state(module);
    Py_VISIT(state->Level_Type);
    Py_VISIT(state->Mark_Type);
    return 0;
}

static int
preset_tp_dict_of_a_variable_clear(PyObject *module)
{
    preset_tp_dict_of_a_variable_state *state =
        get_preset_tp_dict_of_a_variable_state(module);
    Py_CLEAR(state->Level_Type);
    Py_CLEAR(state->Mark_Type);
    return 0;
}

static void
preset_tp_dict_of_a_variable_free(void *module)
{
    preset_tp_dict_of_a_variable_clear((PyObject *)module);
}

static int preset_tp_dict_of_a_variable_exec(PyObject *module);

static PyModuleDef_Slot preset_tp_dict_of_a_variable_slots[] = {
    {Py_mod_exec, preset_tp_dict_of_a_variable_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "preset_tp_dict_of_a_variable",
    .m_size = sizeof(preset_tp_dict_of_a_variable_state),
    .m_traverse = preset_tp_dict_of_a_variable_traverse,
    .m_clear = preset_tp_dict_of_a_variable_clear,
    .m_free = preset_tp_dict_of_a_variable_free,
    .m_slots = preset_tp_dict_of_a_variable_slots,
};

static int
preset_tp_dict_of_a_variable_exec(PyObject *module)
{
    preset_tp_dict_of_a_variable_state *state =
        get_preset_tp_dict_of_a_variable_state(module);
    PyObject *attributes = NULL;
    PyObject *highest = NULL;
    PyObject *marks;
    int ret = -1;

    marks = PyDict_New();
    if (marks == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(marks, "EMPTY", Py_None) < 0) {
        return -1;
    }
    state->Mark_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Mark_spec, NULL);
    if (state->Mark_Type == NULL) {
        return -1;
    }
    if (PyDict_Update(state->Mark_Type->tp_dict, marks) < 0) {
        return -1;
    }
    Py_DECREF(marks);

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

    state->Level_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Level_spec, NULL);
    if (state->Level_Type == NULL) {
        goto exit;
    }
    if (PyDict_Update(state->Level_Type->tp_dict, attributes) < 0) {
        goto exit;
    }

    Py_INCREF(state->Level_Type);
    if (PyModule_AddObject(module, "Level", (PyObject *)state->Level_Type) < 0) {
        Py_DECREF(state->Level_Type);
        goto exit;
    }
    Py_INCREF(state->Mark_Type);
    if (PyModule_AddObject(module, "Mark", (PyObject *)state->Mark_Type) < 0) {
        Py_DECREF(state->Mark_Type);
        goto exit;
    }

    // success
    ret = 0;

exit:
    Py_XDECREF(attributes);
    Py_XDECREF(highest);
    return ret;
}

PyMODINIT_FUNC
PyInit_preset_tp_dict_of_a_variable(void)
{
    return PyModuleDef_Init(&levels_module);
}
