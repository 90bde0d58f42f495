/* A method reads the table of exceptions as well. */
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
    {"refuses_exceptions_of_two_functions.ShelfError", &ShelfError, &PyExc_ValueError, "Something is wrong with a shelf."},
    {"refuses_exceptions_of_two_functions.FullError", &FullError, &ShelfError, "There is no place."},
    {NULL}
};

static int
add_exceptions(PyObject *module)
{
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
shelf_names(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromString(exceptions[0].name);
}

static PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    PyErr_SetObject(thing == Py_None ? ShelfError : FullError, thing);
    return NULL;
}

static PyMethodDef shelf_functions[] = {
    {"names", shelf_names, METH_NOARGS, NULL},
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_exceptions_of_two_functions", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_refuses_exceptions_of_two_functions(void)
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
