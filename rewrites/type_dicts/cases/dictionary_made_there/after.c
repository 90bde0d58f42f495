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
} dictionary_made_there_state;

static inline dictionary_made_there_state *
get_dictionary_made_there_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dictionary_made_there_state *)state;
}

static inline dictionary_made_there_state *
get_dictionary_made_there_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (dictionary_made_there_state *)state;
}

static PyObject *
level_create(dictionary_made_there_state *state, int level)
{
    LevelObject *self = (LevelObject *)state->LevelType->tp_alloc(state->LevelType, 0);
    if (self)
        self->level = level;
    return (PyObject *)self;
}

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    dictionary_made_there_state *state = get_dictionary_made_there_state_by_type(type);
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
    .name = "dictionary_made_there.Level",
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
dictionary_made_there_traverse(PyObject *module, visitproc visit, void *arg)
{
    dictionary_made_there_state *state = get_dictionary_made_there_state(module);
    Py_VISIT(state->LevelType);
    return 0;
}

static int
dictionary_made_there_clear(PyObject *module)
{
    dictionary_made_there_state *state = get_dictionary_made_there_state(module);
    Py_CLEAR(state->LevelType);
    return 0;
}

static void
dictionary_made_there_free(void *module)
{
    dictionary_made_there_clear((PyObject *)module);
}

static int dictionary_made_there_exec(PyObject *module);

static PyModuleDef_Slot dictionary_made_there_slots[] = {
    {Py_mod_exec, dictionary_made_there_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "dictionary_made_there", NULL,
    sizeof(dictionary_made_there_state), functions,
    dictionary_made_there_slots, dictionary_made_there_traverse,
    dictionary_made_there_clear, dictionary_made_there_free
};

static int
dictionary_made_there_exec(PyObject *module)
{
    dictionary_made_there_state *state = get_dictionary_made_there_state(module);
    PyObject *maximum, *error;

    state->LevelType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Level_spec, NULL);
    if (state->LevelType == NULL)
        return -1;
    maximum = PyLong_FromLong(9);
    if (maximum == NULL ||
        PyDict_SetItemString(state->LevelType->tp_dict, "MAXIMUM", maximum) < 0)
        return -1;
    Py_DECREF(maximum);

    Py_INCREF(state->LevelType);
    PyModule_AddObject(module, "Level", (PyObject *)state->LevelType);
    error = PyErr_NewException("dictionary_made_there.LevelError", PyExc_ValueError, NULL);
    if (error == NULL) {
        return -1;
    }
    PyModule_AddObject(module, "LevelError", error);
    return 0;
}

PyMODINIT_FUNC
PyInit_dictionary_made_there(void)
{
    return PyModuleDef_Init(&moduledef);
}
