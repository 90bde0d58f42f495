#include <Python.h>

#define COUNT 3
#define CLASS(state, number) (state)->classes[number]

typedef struct {
    PyObject **names;
    PyObject **classes;
    PyObject **numbers;

    /* How many names there are. */
    int n_names;
} tables_on_the_heap_state;

static inline tables_on_the_heap_state *
get_tables_on_the_heap_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tables_on_the_heap_state *)state;
}

static const char *const known[] = {"one", "two", "three", NULL};

static PyObject *
name_of(PyObject *module, PyObject *arg)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    long number = PyLong_AsLong(arg);

    if (number < 0 || number >= state->n_names)
        return PyErr_Format(CLASS(state, 0), "no such name");
    Py_INCREF(state->names[number]);
    return state->names[number];
}

static PyObject *
number_of(PyObject *module, PyObject *arg)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    long number = PyLong_AsLong(arg);

    if (number < 0 || number >= COUNT || state->numbers[number] == NULL) {
        PyErr_SetString(CLASS(state, 1), "no such number");
        return NULL;
    }
    return PyNumber_Absolute(state->numbers[number]);
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, NULL},
    {"number_of", number_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
make_names(tables_on_the_heap_state *state)
{
    int i, n = 0;

    while (known[n] != NULL)
        n++;
    state->n_names = n;
    state->names = PyMem_Calloc(state->n_names + 1, sizeof(PyObject *));
    if (state->names == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < state->n_names; i++) {
        if ((state->names[i] = PyUnicode_InternFromString(known[i])) == NULL)
            return -1;
    }
    return 0;
}

static int
make_classes(PyObject *module)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    const size_t count = Py_ARRAY_LENGTH(known) - 1;
    size_t i;

    if (!(state->classes =
          (PyObject **)PyMem_Calloc(count, sizeof(*state->classes)))) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < count; i++) {
        char name[40];

        snprintf(name, sizeof(name), "tables_on_the_heap.%s", known[i]);
        state->classes[i] = PyErr_NewException(name, PyExc_LookupError, NULL);
        if (state->classes[i] == NULL)
            return -1;
        Py_INCREF(state->classes[i]);
        if (PyModule_AddObject(module, known[i], state->classes[i]) < 0)
            return -1;
    }
    return 0;
}

static int
tables_on_the_heap_traverse(PyObject *module, visitproc visit, void *arg)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    size_t i;
    if (state->names != NULL) {
        for (i = 0; i < (size_t)state->n_names + 1; i++) {
            Py_VISIT(state->names[i]);
        }
    }
    if (state->classes != NULL) {
        for (i = 0; i < Py_ARRAY_LENGTH(known) - 1; i++) {
            Py_VISIT(state->classes[i]);
        }
    }
    if (state->numbers != NULL) {
        for (i = 0; i < COUNT; i++) {
            Py_VISIT(state->numbers[i]);
        }
    }
    return 0;
}

static int
tables_on_the_heap_clear(PyObject *module)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    size_t i;
    if (state->names != NULL) {
        for (i = 0; i < (size_t)state->n_names + 1; i++) {
            Py_CLEAR(state->names[i]);
        }
    }
    if (state->classes != NULL) {
        for (i = 0; i < Py_ARRAY_LENGTH(known) - 1; i++) {
            Py_CLEAR(state->classes[i]);
        }
    }
    if (state->numbers != NULL) {
        for (i = 0; i < COUNT; i++) {
            Py_CLEAR(state->numbers[i]);
        }
    }
    return 0;
}

static void
tables_on_the_heap_free(void *module)
{
    tables_on_the_heap_state *state =
        get_tables_on_the_heap_state((PyObject *)module);
    tables_on_the_heap_clear((PyObject *)module);
    PyMem_Free(state->names);
    PyMem_Free(state->classes);
    free(state->numbers);
}

static int tables_on_the_heap_exec(PyObject *module);

static PyModuleDef_Slot tables_on_the_heap_slots[] = {
    {Py_mod_exec, tables_on_the_heap_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "tables_on_the_heap", NULL,
    sizeof(tables_on_the_heap_state), functions,
    tables_on_the_heap_slots, tables_on_the_heap_traverse,
    tables_on_the_heap_clear, tables_on_the_heap_free
};

static int
tables_on_the_heap_exec(PyObject *module)
{
    tables_on_the_heap_state *state = get_tables_on_the_heap_state(module);
    int i;

    if (make_names(state) < 0 || make_classes(module) < 0)
        goto error;
    state->numbers = calloc(COUNT, sizeof(PyObject *));
    if (state->numbers == NULL) {
        PyErr_NoMemory();
        goto error;
    }
    for (i = 0; i < COUNT; i++) {
        PyObject *number = PyLong_FromLong(1000 + i);

        if (number == NULL)
            goto error;
        state->numbers[i] = number;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_tables_on_the_heap(void)
{
    return PyModuleDef_Init(&moduledef);
}
