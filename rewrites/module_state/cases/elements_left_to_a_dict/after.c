/* The module's dict has the only reference to each element: the state has to own one as well. */
#include <Python.h>

typedef struct {
    PyObject *errors[3];
} elements_left_to_a_dict_state;

static inline elements_left_to_a_dict_state *
get_elements_left_to_a_dict_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (elements_left_to_a_dict_state *)state;
}

static const char *const names[3] = {"TooLow", "TooHigh", "TooFar"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    elements_left_to_a_dict_state *state = get_elements_left_to_a_dict_state(self);
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(state->errors[number < 0 ? 0 : number > 9 ? 2 : 1], value);
    return NULL;
}

static int
limits_add_errors(elements_left_to_a_dict_state *state, PyObject *dict)
{
    char name[100];
    int i;

    for (i = 0; i < 3; i++) {
        strcpy(name, "elements_left_to_a_dict.");
        strcat(name, names[i]);
        state->errors[i] = PyErr_NewException(name, NULL, NULL);
        if (state->errors[i] == NULL) {
            return 0;
        }

        /* The dict keeps it. */
        PyDict_SetItemString(dict, names[i], state->errors[i]);
    }
    return 1;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static int
elements_left_to_a_dict_traverse(PyObject *module, visitproc visit, void *arg)
{
    elements_left_to_a_dict_state *state = get_elements_left_to_a_dict_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_VISIT(state->errors[i]);
    }
    return 0;
}

static int
elements_left_to_a_dict_clear(PyObject *module)
{
    elements_left_to_a_dict_state *state = get_elements_left_to_a_dict_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_CLEAR(state->errors[i]);
    }
    return 0;
}

static void
elements_left_to_a_dict_free(void *module)
{
    elements_left_to_a_dict_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "elements_left_to_a_dict",
    .m_size = sizeof(elements_left_to_a_dict_state),
    .m_methods = limits_functions,
    .m_traverse = elements_left_to_a_dict_traverse,
    .m_clear = elements_left_to_a_dict_clear,
    .m_free = elements_left_to_a_dict_free,
};

PyMODINIT_FUNC
PyInit_elements_left_to_a_dict(void)
{
    elements_left_to_a_dict_state *state;
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_elements_left_to_a_dict_state(module);
    if (!limits_add_errors(state, PyModule_GetDict(module))) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
