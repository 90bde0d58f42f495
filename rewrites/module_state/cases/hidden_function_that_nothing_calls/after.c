#include <Python.h>

typedef struct {
    PyObject *ShelfError;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

#if __GNUC__ >= 4
#  define HIDDEN __attribute__((visibility("hidden")))
#else
#  define HIDDEN
#endif

HIDDEN int shelf_fail(shelf_state *state, const char *why);

/* No other file of this one is left that calls it. */
int shelf_fail(shelf_state *state, const char *why)
{
    PyErr_SetString(state->ShelfError, why);
    return -1;
}

static PyObject *
put(PyObject *module, PyObject *book)
{
    if (book == Py_None) {
        shelf_state *state = get_shelf_state(module);

        PyErr_SetString(state->ShelfError, "no book");
        return NULL;
    }
    Py_INCREF(book);
    return book;
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->ShelfError);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->ShelfError);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), methods, NULL,
    shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    shelf_state *state;
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL)
        return NULL;
    state = get_shelf_state(module);
    state->ShelfError = PyErr_NewException("shelf.Error", NULL, NULL);
    Py_XINCREF(state->ShelfError);
    if (PyModule_AddObject(module, "Error", state->ShelfError) < 0) {
        Py_XDECREF(state->ShelfError);
        Py_CLEAR(state->ShelfError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
