/* Comments that speak of a global alone go along with it, others stay. */
#include <Python.h>

/* ---------- */
/* Exceptions */
/* ---------- */

typedef struct {
    /** The shelf.Error type. */
    PyObject *Error;

    /** Raised by full shelves. */
    PyObject *FullError;

    /* Where the platform has no such
     * limit, it is None.
     */
    PyObject *limit;

    PyObject *names;  /* what was put on a shelf */
    PyObject *first;  // of these
    PyObject *last;
    PyObject *count;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

/* How many there were, and who counts. */
static int counting(shelf_state *state, PyObject *module);

static PyObject *
shelf_put(PyObject *module, PyObject *name)
{
    shelf_state *state = get_shelf_state(module);
    PyObject *more;

    if (state->count == NULL || !counting(state, module)) {
        PyErr_SetString(state->FullError, "it is full");
        return NULL;
    }
    if (PyList_Append(state->names, name) < 0)
        return NULL;
    if (state->first == NULL) {
        Py_INCREF(name);
        state->first = name;
    }
    Py_INCREF(name);
    Py_XDECREF(state->last);
    state->last = name;
    more = PyNumber_Add(state->count, name);
    if (more == NULL)
        PyErr_SetString(state->Error, "no number");
    return more;
}

static int
counting(shelf_state *state, PyObject *module)
{
    return PyObject_IsTrue(state->names);
}

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->FullError);
    Py_VISIT(state->limit);
    Py_VISIT(state->names);
    Py_VISIT(state->first);
    Py_VISIT(state->last);
    Py_VISIT(state->count);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->FullError);
    Py_CLEAR(state->limit);
    Py_CLEAR(state->names);
    Py_CLEAR(state->first);
    Py_CLEAR(state->last);
    Py_CLEAR(state->count);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_functions,
    NULL, shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    shelf_state *state;
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    state = get_shelf_state(module);
    state->Error = PyErr_NewException("shelf.Error", NULL, NULL);
    state->FullError = PyErr_NewException("shelf.FullError", NULL, NULL);
    state->names = PyList_New(0);
    state->count = PyLong_FromLong(0);
#ifdef _WIN32
    state->limit = PyLong_FromLong(260);
    if (state->limit == NULL)
        return NULL;
#endif
    if (state->Error == NULL || state->FullError == NULL ||
        state->names == NULL || state->count == NULL)
        return NULL;
    return module;
}
