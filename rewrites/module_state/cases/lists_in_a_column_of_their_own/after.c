/* What goes on with a list stands in a column of its own, and so does what is broken off there. */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
} lists_in_a_column_of_their_own_state;

static inline lists_in_a_column_of_their_own_state *
get_lists_in_a_column_of_their_own_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (lists_in_a_column_of_their_own_state *)state;
}

static Py_ssize_t shelf_put_on_top(lists_in_a_column_of_their_own_state *state, PyObject *shelf,
                                const char *title, const char *author, size_t pages);

static Py_ssize_t shelf_put_on_top(lists_in_a_column_of_their_own_state *state, PyObject *shelf,
                                const char *title, const char *author, size_t pages)
{
    if (pages == 0) {
        PyErr_Format(state->ShelfError, "%s by %s is empty", title, author);
        return -1;
    }
    return PyObject_Size(shelf);
}

static PyObject *
put(PyObject *module, PyObject *args)
{
    lists_in_a_column_of_their_own_state *state = get_lists_in_a_column_of_their_own_state(module);
    PyObject *shelf;
    int pages;

    if (!PyArg_ParseTuple(args, "Oi", &shelf, &pages)) {
        return NULL;
    }
    Py_ssize_t place = shelf_put_on_top(state, shelf, "the title of a book",
                                      "the author of that book",
                                      (size_t)pages);
    return place < 0 ? NULL : PyLong_FromSsize_t(place);
}

static PyMethodDef shelf_functions[] = {
    {"put", put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
lists_in_a_column_of_their_own_traverse(PyObject *module, visitproc visit, void *arg)
{
    lists_in_a_column_of_their_own_state *state = get_lists_in_a_column_of_their_own_state(module);
    Py_VISIT(state->ShelfError);
    return 0;
}

static int
lists_in_a_column_of_their_own_clear(PyObject *module)
{
    lists_in_a_column_of_their_own_state *state = get_lists_in_a_column_of_their_own_state(module);
    Py_CLEAR(state->ShelfError);
    return 0;
}

static void
lists_in_a_column_of_their_own_free(void *module)
{
    lists_in_a_column_of_their_own_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "lists_in_a_column_of_their_own", NULL,
    sizeof(lists_in_a_column_of_their_own_state), shelf_functions,
    NULL, lists_in_a_column_of_their_own_traverse,
    lists_in_a_column_of_their_own_clear, lists_in_a_column_of_their_own_free
};

PyMODINIT_FUNC
PyInit_lists_in_a_column_of_their_own(void)
{
    lists_in_a_column_of_their_own_state *state;
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_lists_in_a_column_of_their_own_state(module);
    state->ShelfError = PyErr_NewException("lists_in_a_column_of_their_own.ShelfError", NULL,
                                           NULL);
    if (state->ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
