#include <Python.h>

static const struct {
    const char *name;
    const char *qualified;
} shades[] = {
    {"Red", "palette.Red"},
    {"Green", "palette.Green"},
    {"Blue", "palette.Blue"},
};

typedef struct {
    PyObject **errors;  /* one class for each shade */
} palette_state;

static inline palette_state *
get_palette_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (palette_state *)state;
}

static PyObject *
palette_complain(PyObject *module, PyObject *number)
{
    palette_state *state = get_palette_state(module);
    long index = PyLong_AsLong(number);
    if (index == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (index < 0 || (size_t)index >= Py_ARRAY_LENGTH(shades)) {
        PyErr_SetString(PyExc_IndexError, "no such shade");
        return NULL;
    }
    PyErr_SetObject(state->errors[index], number);
    return NULL;
}

static PyMethodDef palette_functions[] = {
    {"complain", palette_complain, METH_O,
     "complain($module, number, /)\n--\n\nRaise the error of a shade."},
    {NULL, NULL, 0, NULL}
};

static int
add_errors(PyObject *module)
{
    palette_state *state = get_palette_state(module);

    state->errors = PyMem_Calloc(Py_ARRAY_LENGTH(shades), sizeof(PyObject *));
    if (state->errors == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(shades); i++) {
        state->errors[i] = PyErr_NewException(shades[i].qualified, PyExc_ValueError, NULL);
        if (state->errors[i] == NULL) {
            return -1;
        }
        Py_INCREF(state->errors[i]);
        if (PyModule_AddObject(module, shades[i].name, state->errors[i]) < 0) {
            Py_DECREF(state->errors[i]);
            return -1;
        }
    }
    return 0;
}

static int
palette_traverse(PyObject *module, visitproc visit, void *arg)
{
    palette_state *state = get_palette_state(module);
    size_t i;
    if (state->errors != NULL) {
        for (i = 0; i < Py_ARRAY_LENGTH(shades); i++) {
            Py_VISIT(state->errors[i]);
        }
    }
    return 0;
}

static int
palette_clear(PyObject *module)
{
    palette_state *state = get_palette_state(module);
    size_t i;
    if (state->errors != NULL) {
        for (i = 0; i < Py_ARRAY_LENGTH(shades); i++) {
            Py_CLEAR(state->errors[i]);
        }
    }
    return 0;
}

static void
palette_free(void *module)
{
    palette_state *state = get_palette_state((PyObject *)module);
    palette_clear((PyObject *)module);
    PyMem_Free(state->errors);
}

static int palette_exec(PyObject *module);

static PyModuleDef_Slot palette_slots[] = {
    {Py_mod_exec, palette_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef palette_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "palette",
    .m_doc = "An error for each shade.",
    .m_size = sizeof(palette_state),
    .m_methods = palette_functions,
    .m_traverse = palette_traverse,
    .m_clear = palette_clear,
    .m_free = palette_free,
    .m_slots = palette_slots,
};

static int
palette_exec(PyObject *module)
{
    if (add_errors(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_palette(void)
{
    return PyModuleDef_Init(&palette_module);
}
