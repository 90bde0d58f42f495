/* The error path gives up the reference of the variable that a row of a table points to. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
    PyObject *FullError;
} addresses_in_a_table_released_on_errors_state;

static inline addresses_in_a_table_released_on_errors_state *
get_addresses_in_a_table_released_on_errors_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (addresses_in_a_table_released_on_errors_state *)state;
}

static int
add_exceptions(PyObject *module)
{
    addresses_in_a_table_released_on_errors_state *state = get_addresses_in_a_table_released_on_errors_state(module);
    struct {
        const char *name;
        PyObject **exception;
        PyObject **base;
        const char *doc;
    } exceptions[] = {
        {"addresses_in_a_table_released_on_errors.ShelfError", &state->ShelfError, &PyExc_ValueError,
         "Something is wrong with a shelf."},
        {"addresses_in_a_table_released_on_errors.FullError", &state->FullError, &state->ShelfError, "There is no place."},
        {NULL}
    };
    int i;

    for (i = 0; exceptions[i].name != NULL; i++) {
        const char *name = strchr(exceptions[i].name, '.') + 1;

        *exceptions[i].exception = PyErr_NewExceptionWithDoc(exceptions[i].name, exceptions[i].doc,
                                                             *exceptions[i].base, NULL);
        if (*exceptions[i].exception == NULL)
            return -1;
        if (PyObject_SetAttrString(module, name, *exceptions[i].exception) < 0) {
            Py_CLEAR(*exceptions[i].exception);
            return -1;
        }
    }
    return 0;
}

static PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    addresses_in_a_table_released_on_errors_state *state = get_addresses_in_a_table_released_on_errors_state(module);

    PyErr_SetObject(thing == Py_None ? state->ShelfError : state->FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
addresses_in_a_table_released_on_errors_traverse(PyObject *module, visitproc visit, void *arg)
{
    addresses_in_a_table_released_on_errors_state *state = get_addresses_in_a_table_released_on_errors_state(module);
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->FullError);
    return 0;
}

static int
addresses_in_a_table_released_on_errors_clear(PyObject *module)
{
    addresses_in_a_table_released_on_errors_state *state = get_addresses_in_a_table_released_on_errors_state(module);
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
addresses_in_a_table_released_on_errors_free(void *module)
{
    addresses_in_a_table_released_on_errors_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "addresses_in_a_table_released_on_errors", NULL, sizeof(addresses_in_a_table_released_on_errors_state),
    shelf_functions, NULL, addresses_in_a_table_released_on_errors_traverse,
    addresses_in_a_table_released_on_errors_clear, addresses_in_a_table_released_on_errors_free
};

PyMODINIT_FUNC
PyInit_addresses_in_a_table_released_on_errors(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    if (add_exceptions(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
