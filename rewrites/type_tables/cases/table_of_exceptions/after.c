/* A loop makes the exceptions of a table, each from one that it has made before. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
    PyObject *FullError;
} table_of_exceptions_state;

static inline table_of_exceptions_state *
get_table_of_exceptions_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_of_exceptions_state *)state;
}

static int
add_exceptions(PyObject *module)
{
    table_of_exceptions_state *state = get_table_of_exceptions_state(module);
    /* What is raised. */
    struct {
        const char *name;
        PyObject **exception;
        PyObject **base;
        const char *doc;
    } exceptions[] = {
        {"table_of_exceptions.ShelfError", &state->ShelfError, &PyExc_ValueError,
         "Something is wrong with a shelf."},
        {"table_of_exceptions.FullError", &state->FullError, &state->ShelfError, "There is no place."},
        {NULL}
    };
    int i;

    for (i = 0; exceptions[i].name != NULL; i++) {
        const char *name = strchr(exceptions[i].name, '.') + 1;

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
    table_of_exceptions_state *state = get_table_of_exceptions_state(module);

    PyErr_SetObject(thing == Py_None ? state->ShelfError : state->FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
table_of_exceptions_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_of_exceptions_state *state = get_table_of_exceptions_state(module);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->FullError);
    return 0;
}

static int
table_of_exceptions_clear(PyObject *module)
{
    table_of_exceptions_state *state = get_table_of_exceptions_state(module);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
table_of_exceptions_free(void *module)
{
    table_of_exceptions_clear((PyObject *)module);
}

static int table_of_exceptions_exec(PyObject *module);

static PyModuleDef_Slot table_of_exceptions_slots[] = {
    {Py_mod_exec, table_of_exceptions_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "table_of_exceptions", NULL, sizeof(table_of_exceptions_state), shelf_functions,
    table_of_exceptions_slots, table_of_exceptions_traverse, table_of_exceptions_clear,
    table_of_exceptions_free
};

static int
table_of_exceptions_exec(PyObject *module)
{
    if (add_exceptions(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_table_of_exceptions(void)
{
    return PyModuleDef_Init(&shelf_module);
}
