/* Box is declared behind a function that needs the state as well: its field only needs a tag, and Box has none. */
#include <Python.h>

static PyObject *
shelf_last(PyObject *module, PyObject *ignored);

static PyMethodDef shelf_methods[] = {
    {"last", shelf_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    struct Box *last;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_methods,
    NULL, shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}

typedef struct Box {
    PyObject_HEAD
    int width;
} Box;

static PyObject *
shelf_last(PyObject *module, PyObject *ignored)
{
    shelf_state *state = get_shelf_state(module);
    PyObject *found = state->last != NULL ? (PyObject *)state->last : Py_None;

    Py_INCREF(found);
    return found;
}
