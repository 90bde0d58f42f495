#include <Python.h>

/* Callbacks whose caller hands on an object that moves, nothing at all, or what it was given itself. */

int sqlite3_exec(void *db, const char *sql, int (*row)(void *, int, char **, char **), void *data, char **error);

typedef struct {
    PyObject *RowError;
    PyObject *log_list;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

typedef struct {
    module_state *state;
    void *data;
} count_rows_data;

static int
count_rows(void *state, int columns, char **values, char **names)
{
    if (columns == 0) {
        module_state *module_state = ((count_rows_data *)state)->state;

        PyErr_SetString(module_state->RowError, "a row without columns");
        return -1;
    }
    return PyList_Append((PyObject *)((count_rows_data *)state)->data, Py_None);
}

typedef struct {
    module_state *state;
    void *data;
} refuse_row_data;

static int
refuse_row(void *data, int columns, char **values, char **names)
{
    module_state *state = ((refuse_row_data *)data)->state;

    PyErr_SetString(state->RowError, values[0]);
    return -1;
}

typedef struct {
    module_state *state;
    void *database;
} row_of_row_data;

static int
row_of_row(void *database, int columns, char **values, char **names)
{
    module_state *state = ((row_of_row_data *)database)->state;

    return sqlite3_exec(((row_of_row_data *)database)->database, values[0], refuse_row, &(refuse_row_data){state,
                        ((row_of_row_data *)database)->database}, NULL) ||
           sqlite3_exec(((row_of_row_data *)database)->database, values[1], &refuse_row,
                        &(refuse_row_data){state, NULL}, NULL);
}

static int
run(module_state *state, void *db, const char *text)
{
    return sqlite3_exec(db, text, row_of_row, &(row_of_row_data){state, db}, NULL);
}

static PyObject *
execute(PyObject *module, PyObject *arg)
{
    module_state *state = get_module_state(module);
    void *db = PyCapsule_GetPointer(arg, "db");
    if (db == NULL)
        return NULL;
    if (sqlite3_exec(db, "SELECT 1", count_rows, &(count_rows_data){state, state->log_list}, NULL) ||
            run(state, db, "SELECT 2"))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"execute", execute, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->RowError);
    Py_VISIT(state->log_list);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->RowError);
    Py_CLEAR(state->log_list);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), methods, NULL,
    module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    state = get_module_state(module);
    state->log_list = PyList_New(0);
    state->RowError = PyErr_NewException("module.RowError", NULL, NULL);
    if (state->log_list == NULL || state->RowError == NULL ||
        PyObject_SetAttrString(module, "RowError", state->RowError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
