/* Class constants, put into a dictionary that the type takes over. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Level_Type;
    PyTypeObject *Mark_Type;
} dictionary_of_a_variable_state;

static inline dictionary_of_a_variable_state *
get_dictionary_of_a_variable_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (dictionary_of_a_variable_state *)state;
}

static PyType_Slot Level_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Level_spec = {
    .name = "dictionary_of_a_variable.Level",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Level_slots,
};

static PyType_Slot Mark_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Mark_spec = {
    .name = "dictionary_of_a_variable.Mark",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mark_slots,
};

static int
dictionary_of_a_variable_traverse(PyObject *module, visitproc visit, void *arg)
{
    dictionary_of_a_variable_state *state =
        get_dictionary_of_a_variable_state(module);
    Py_VISIT(state->Level_Type);
    Py_VISIT(state->Mark_Type);
    return 0;
}

static int
dictionary_of_a_variable_clear(PyObject *module)
{
    dictionary_of_a_variable_state *state =
        get_dictionary_of_a_variable_state(module);
    Py_CLEAR(state->Level_Type);
    Py_CLEAR(state->Mark_Type);
    return 0;
}

static void
dictionary_of_a_variable_free(void *module)
{
    dictionary_of_a_variable_clear((PyObject *)module);
}

static int dictionary_of_a_variable_exec(PyObject *module);

static PyModuleDef_Slot dictionary_of_a_variable_slots[] = {
    {Py_mod_exec, dictionary_of_a_variable_exec},
    {0, NULL}
};

static struct PyModuleDef levels_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dictionary_of_a_variable",
    .m_size = sizeof(dictionary_of_a_variable_state),
    .m_traverse = dictionary_of_a_variable_traverse,
    .m_clear = dictionary_of_a_variable_clear,
    .m_free = dictionary_of_a_variable_free,
    .m_slots = dictionary_of_a_variable_slots,
};

static int
dictionary_of_a_variable_exec(PyObject *module)
{
    dictionary_of_a_variable_state *state =
        get_dictionary_of_a_variable_state(module);
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
    if (!attributes) {
        goto exit;
    }
    highest = PyLong_FromLong(9);
    if (highest == NULL) {
        goto exit;
    }
    if (PyDict_SetItemString(attributes, "HIGHEST", highest) < 0) {
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
    if (PyModule_AddObject(module, "Level",
                           (PyObject *)state->Level_Type) < 0) {
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
PyInit_dictionary_of_a_variable(void)
{
    return PyModuleDef_Init(&levels_module);
}
