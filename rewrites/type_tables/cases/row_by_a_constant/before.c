/* A loop makes the exceptions of a table, and looks at a row that a constant of a library numbers. */
#include <Python.h>

static PyObject *ShelfError;
static PyObject *FullError;

/* What is raised. */
static struct {
    const char *name;
    PyObject **exception;
    PyObject **base;
    const char *doc;
} exceptions[] = {
    {"row_by_a_constant.ShelfError", &ShelfError, &PyExc_ValueError, "Something is wrong with a shelf."},
    {"row_by_a_constant.FullError", &FullError, &ShelfError, "There is no place."},
    {NULL}
};

static int
add_exceptions(PyObject *module)
{
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
    PyErr_SetObject(thing == Py_None ? ShelfError : FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "row_by_a_constant", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_row_by_a_constant(void)
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
