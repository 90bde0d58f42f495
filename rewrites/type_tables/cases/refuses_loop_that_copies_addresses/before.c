/* What is stored through a copy of an address isn't followed. */
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
    {"refuses_loop_that_copies_addresses.ShelfError", &ShelfError, &PyExc_ValueError, "Something is wrong with a shelf."},
    {"refuses_loop_that_copies_addresses.FullError", &FullError, &ShelfError, "There is no place."},
    {NULL}
};

static int
add_exceptions(PyObject *module)
{
    int i;

    for (i = 0; exceptions[i].name != NULL; i++) {
        const char *name = strchr(exceptions[i].name, '.') + 1;
        PyObject **place = exceptions[i].exception;

        *place = PyErr_NewExceptionWithDoc(exceptions[i].name, exceptions[i].doc, *exceptions[i].base, NULL);
        if (*place == NULL)
            return -1;
        Py_INCREF(*place);
        if (PyModule_AddObject(module, name, *place) < 0) {
            Py_DECREF(*place);
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
    PyModuleDef_HEAD_INIT, "refuses_loop_that_copies_addresses", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_refuses_loop_that_copies_addresses(void)
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
