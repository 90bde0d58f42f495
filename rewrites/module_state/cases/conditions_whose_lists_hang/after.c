/*
 * Lists go on a step further than their line, two in a condition: its block stands out. What
 * stands below its parenthesis goes on there.
 */
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
} conditions_whose_lists_hang_state;

static inline conditions_whose_lists_hang_state *
get_conditions_whose_lists_hang_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (conditions_whose_lists_hang_state *)state;
}

static int
shelf_check(conditions_whose_lists_hang_state *state, PyObject *shelf, const char *title,
    Py_ssize_t pages)
{
    if (pages <= 0) {
        PyErr_Format(state->ShelfError,
            "%s has %zd pages, so that there is nothing to be read in it", title, pages);
        return -1;
    }
    return PyObject_Size(shelf) < 0 ? -1 : 0;
}

static int
shelf_check_twice(conditions_whose_lists_hang_state *state, PyObject *shelf,
                  const char *title, Py_ssize_t pages, Py_ssize_t most)
{
    return pages > most ? -1 : shelf_check(state, shelf, title, pages);
}

static PyObject *
put(PyObject *module, PyObject *args)
{
    conditions_whose_lists_hang_state *state = get_conditions_whose_lists_hang_state(module);
    PyObject *shelf;
    Py_ssize_t pages;

    if (!PyArg_ParseTuple(args, "On", &shelf, &pages)) {
        return NULL;
    }
    if (0 > shelf_check(state, shelf, "the title of the book that is put there",
            pages + 1)) {
        return NULL;
    }
    if (shelf_check_twice(state, shelf, "the same", pages + 2, 99) < 0) {
        return NULL;
    }
    if (pages > 3) {
        PyErr_Format(PyExc_ValueError,
            "there is no place for a book with as many pages as %zd", pages);
        return NULL;
    }
    if (pages < -3) {
        PyErr_Format(PyExc_ValueError,
            "there is no book with as many pages as %zd, or so we believe", pages);
        return NULL;
    }
    PySys_WriteStdout("%s %zd\n",
        "put there:", pages);
    Py_RETURN_NONE;
}

static PyMethodDef shelf_functions[] = {
    {"put", put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
conditions_whose_lists_hang_traverse(PyObject *module, visitproc visit, void *arg)
{
    conditions_whose_lists_hang_state *state = get_conditions_whose_lists_hang_state(module);
    Py_VISIT(state->ShelfError);
    return 0;
}

static int
conditions_whose_lists_hang_clear(PyObject *module)
{
    conditions_whose_lists_hang_state *state = get_conditions_whose_lists_hang_state(module);
    Py_CLEAR(state->ShelfError);
    return 0;
}

static void
conditions_whose_lists_hang_free(void *module)
{
    conditions_whose_lists_hang_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "conditions_whose_lists_hang", NULL,
    sizeof(conditions_whose_lists_hang_state), shelf_functions,
    NULL, conditions_whose_lists_hang_traverse, conditions_whose_lists_hang_clear,
    conditions_whose_lists_hang_free
};

PyMODINIT_FUNC
PyInit_conditions_whose_lists_hang(void)
{
    conditions_whose_lists_hang_state *state;
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_conditions_whose_lists_hang_state(module);
    state->ShelfError = PyErr_NewException("conditions_whose_lists_hang.ShelfError", NULL,
        NULL);
    if (state->ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
