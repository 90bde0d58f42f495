#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A function gives the type a dictionary of class constants, before the type is ready. */

typedef struct {
    PyObject_HEAD
    int level;
} LevelObject;

typedef struct {
    PyTypeObject *LevelType;
    PyTypeObject *FlagsType;
} dictionary_filled_by_a_function_state;

static inline dictionary_filled_by_a_function_state *
get_dictionary_filled_by_a_function_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dictionary_filled_by_a_function_state *)state;
}

static PyType_Slot Level_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "dictionary_filled_by_a_function.Level",
    .basicsize = sizeof(LevelObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
};

static PyType_Slot Flags_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Flags_spec = {
    .name = "dictionary_filled_by_a_function.Flags",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Flags_slots,
};

/* Returns 1 if successful or -1 on error. */
static int
add_levels(PyTypeObject *type)
{
    PyObject *value;

    if (type == NULL) {
        return -1;
    }

    value = PyLong_FromLong(9);
    if (value == NULL) {
        goto on_error;
    }
    if (PyDict_SetItemString(type->tp_dict, "MAXIMUM", value) != 0) {
        Py_DECREF(value);
        goto on_error;
    }
    Py_DECREF(value);
    return 1;

on_error:
    return -1;
}

static int
add_flags(PyTypeObject *type)
{
    PyObject *value = PyLong_FromLong(1);

    if (value == NULL)
        return -1;
    if (PyDict_SetItemString(type->tp_dict, "READ", value) < 0) {
        Py_DECREF(value);
        return -1;
    }
    Py_DECREF(value);
    return 0;
}

static int
dictionary_filled_by_a_function_traverse(PyObject *module, visitproc visit,
                                         void *arg)
{
    dictionary_filled_by_a_function_state *state =
        get_dictionary_filled_by_a_function_state(module);
    Py_VISIT(state->LevelType);
    Py_VISIT(state->FlagsType);
    return 0;
}

static int
dictionary_filled_by_a_function_clear(PyObject *module)
{
    dictionary_filled_by_a_function_state *state =
        get_dictionary_filled_by_a_function_state(module);
    Py_CLEAR(state->LevelType);
    Py_CLEAR(state->FlagsType);
    return 0;
}

static void
dictionary_filled_by_a_function_free(void *module)
{
    dictionary_filled_by_a_function_clear((PyObject *)module);
}

static int dictionary_filled_by_a_function_exec(PyObject *module);

static PyModuleDef_Slot dictionary_filled_by_a_function_slots[] = {
    {Py_mod_exec, dictionary_filled_by_a_function_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "dictionary_filled_by_a_function", NULL,
    sizeof(dictionary_filled_by_a_function_state),
    NULL, dictionary_filled_by_a_function_slots,
    dictionary_filled_by_a_function_traverse,
    dictionary_filled_by_a_function_clear, dictionary_filled_by_a_function_free
};

static int
dictionary_filled_by_a_function_exec(PyObject *module)
{
    dictionary_filled_by_a_function_state *state =
        get_dictionary_filled_by_a_function_state(module);

    state->LevelType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Level_spec, NULL);
    if (state->LevelType == NULL) {
        goto on_error;
    }
    if (add_levels(state->LevelType) != 1) {
        goto on_error;
    }
    Py_INCREF(state->LevelType);
    if (PyModule_AddObject(module, "Level",
                           (PyObject *)state->LevelType) < 0) {
        Py_DECREF(state->LevelType);
        goto on_error;
    }

    /* Flags are looked up on the class. */
    state->FlagsType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Flags_spec, NULL);
    if (state->FlagsType == NULL) {
        goto on_error;
    }
    if (add_flags(state->FlagsType) < 0)
        goto on_error;
    Py_INCREF(state->FlagsType);
    if (PyModule_AddObject(module, "Flags",
                           (PyObject *)state->FlagsType) < 0) {
        Py_DECREF(state->FlagsType);
        goto on_error;
    }
    return 0;

on_error:
    return -1;
}

PyMODINIT_FUNC
PyInit_dictionary_filled_by_a_function(void)
{
    return PyModuleDef_Init(&moduledef);
}
