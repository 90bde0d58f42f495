#include <Python.h>

/* Each callback is given more than the data of one such call: it is kept, called, stored to, or chosen. */

int sqlite3_exec(void *db, const char *sql, int (*row)(void *, int, char **, char **), void *data, char **error);
void sqlite3_update_hook(void *db, int (*row)(void *, int, char **, char **), void *data);

static PyObject *KeptError;
static PyObject *CalledError;
static PyObject *StoredError;
static PyObject *ChosenError;

static int
kept(void *data, int columns, char **values, char **names)
{
    PyErr_SetString(KeptError, values[0]);
    return data != NULL;
}

static int
called(void *data, int columns, char **values, char **names)
{
    PyErr_SetString(CalledError, values[0]);
    return data != NULL;
}

static int
stored(void *data, int columns, char **values, char **names)
{
    data = values;
    PyErr_SetString(StoredError, values[0]);
    return data != NULL;
}

static int
chosen(void *data, int columns, char **values, char **names)
{
    PyErr_SetString(ChosenError, values[0]);
    return data != NULL;
}

static PyObject *
execute(PyObject *module, PyObject *arg)
{
    void *db = PyCapsule_GetPointer(arg, "db");
    if (db == NULL)
        return NULL;
    if (sqlite3_exec(db, "SELECT 1", kept, arg, NULL) || sqlite3_exec(db, "SELECT 2", called, arg, NULL) ||
        sqlite3_exec(db, "SELECT 3", stored, arg, NULL) || sqlite3_exec(db, "SELECT 4", arg ? chosen : NULL, arg, NULL) ||
        called(NULL, 0, NULL, NULL))
        return NULL;
    sqlite3_update_hook(db, kept, arg);
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
    KeptError = PyErr_NewException("module.KeptError", NULL, NULL);
    CalledError = PyErr_NewException("module.CalledError", NULL, NULL);
    StoredError = PyErr_NewException("module.StoredError", NULL, NULL);
    ChosenError = PyErr_NewException("module.ChosenError", NULL, NULL);
    if (!KeptError || !CalledError || !StoredError || !ChosenError) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
