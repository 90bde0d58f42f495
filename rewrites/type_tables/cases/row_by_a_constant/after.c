/* A loop makes the exceptions of a table, and looks at a row that a constant of a library numbers. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
    PyObject *FullError;
} row_by_a_constant_state;

static inline row_by_a_constant_state *
get_row_by_a_constant_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (row_by_a_constant_state *)state;
}

static int
add_exceptions(PyObject *module)
{
    row_by_a_constant_state *state = get_row_by_a_constant_state(module);
    /* What is raised. */
    struct {
        const char *name;
        PyObject **exception;
        PyObject **base;
        const char *doc;
    } exceptions[] = {
        {"row_by_a_constant.ShelfError", &state->ShelfError, &PyExc_ValueError,
         "Something is wrong with a shelf."},
        {"row_by_a_constant.FullError", &state->FullError, &state->ShelfError, "There is no place."},
        {NULL}
    };
    int i;

    for (i = 0; exceptions[i].name != NULL; i++) {
        const char *first = exceptions[PyGILState_LOCKED].name;
        const char *name = strchr(exceptions[i].name, '.') + 1;

        if (strlen(first) > 99)
            return -1;
        *exceptions[i].exception = PyErr_NewExceptionWithDoc(exceptions[i].name, exceptions[i].doc,
                                                             *exceptions[i].base, NULL);
        if (*exceptions[i].exception == NULL)
            return -1;
        Py_INCREF(*exceptions[i].exception);
        if (PyModule_AddObject(module, name, *exceptions[i].exception) < 0) {
            Py_DECREF(*exceptions[i].exception);
            return -1;
        }
    }
    return 0;
}

static PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    row_by_a_constant_state *state = get_row_by_a_constant_state(module);

    PyErr_SetObject(thing == Py_None ? state->ShelfError : state->FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
row_by_a_constant_traverse(PyObject *module, visitproc visit, void *arg)
{
    row_by_a_constant_state *state = get_row_by_a_constant_state(module);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->FullError);
    return 0;
}

static int
row_by_a_constant_clear(PyObject *module)
{
    row_by_a_constant_state *state = get_row_by_a_constant_state(module);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
row_by_a_constant_free(void *module)
{
    row_by_a_constant_clear((PyObject *)module);
}

static int row_by_a_constant_exec(PyObject *module);

static PyModuleDef_Slot row_by_a_constant_slots[] = {
    {Py_mod_exec, row_by_a_constant_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "row_by_a_constant", NULL, sizeof(row_by_a_constant_state), shelf_functions,
    row_by_a_constant_slots, row_by_a_constant_traverse, row_by_a_constant_clear,
    row_by_a_constant_free
};

static int
row_by_a_constant_exec(PyObject *module)
{
    if (add_exceptions(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_row_by_a_constant(void)
{
    return PyModuleDef_Init(&shelf_module);
}
