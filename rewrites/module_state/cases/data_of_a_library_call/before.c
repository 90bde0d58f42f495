#include <Python.h>

/* Callbacks whose caller hands on an object that moves, nothing at all, or what it was given itself. */

int sqlite3_exec(void *db, const char *sql, int (*row)(void *, int, char **, char **), void *data, char **error);

static PyObject *RowError;
static PyObject *log_list;

static int
count_rows(void *state, int columns, char **values, char **names)
{
    if (columns == 0) {
        PyErr_SetString(RowError, "a row without columns");
        return -1;
    }
    return PyList_Append((PyObject *)state, Py_None);
}

static int
refuse_row(void *Py_UNUSED(data), int columns, char **values, char **names)
{
    PyErr_SetString(RowError, values[0]);
    return -1;
}

static int
row_of_row(void *database, int columns, char **values, char **names)
{
    return sqlite3_exec(database, values[0], refuse_row, database, NULL) ||
           sqlite3_exec(database, values[1], &refuse_row, NULL, NULL);
}

static int
run(void *db, const char *text)
{
    return sqlite3_exec(db, text, row_of_row, db, NULL);
}

static PyObject *
execute(PyObject *module, PyObject *arg)
{
    void *db = PyCapsule_GetPointer(arg, "db");
    if (db == NULL)
        return NULL;
    if (sqlite3_exec(db, "SELECT 1", count_rows, log_list, NULL) || run(db, "SELECT 2"))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"execute", execute, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    log_list = PyList_New(0);
    RowError = PyErr_NewException("module.RowError", NULL, NULL);
    if (log_list == NULL || RowError == NULL || PyObject_SetAttrString(module, "RowError", RowError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
