/* What methods put into the list, it owns: new references, or one more than the caller's. */
#include <Python.h>

typedef struct {
    PyObject *latest;
} container_that_owns_its_items_state;

static inline container_that_owns_its_items_state *
get_container_that_owns_its_items_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (container_that_owns_its_items_state *)state;
}

static PyObject *
m_remember(PyObject *module, PyObject *object)
{
    container_that_owns_its_items_state *state =
        get_container_that_owns_its_items_state(module);
    PyObject *size;

    Py_INCREF(object);
    if (PyList_SetItem(state->latest, 0, object) < 0) {
        return NULL;
    }
    size = PyLong_FromSsize_t(PyObject_Size(object));
    if (size == NULL) {
        return NULL;
    }
    if (PyList_SetItem(state->latest, 1, size) < 0) {
        return NULL;
    }
    if (PyList_SetItem(state->latest, 2, PyObject_Repr(object)) < 0) {
        return NULL;
    }
    Py_INCREF(state->latest);
    return state->latest;
}

static PyMethodDef m_functions[] = {
    {"remember", m_remember, METH_O, "Remember an object."},
    {NULL, NULL}
};

static int
container_that_owns_its_items_traverse(PyObject *module, visitproc visit, void *arg)
{
    container_that_owns_its_items_state *state =
        get_container_that_owns_its_items_state(module);
    Py_VISIT(state->latest);
    return 0;
}

static int
container_that_owns_its_items_clear(PyObject *module)
{
    container_that_owns_its_items_state *state =
        get_container_that_owns_its_items_state(module);
    Py_CLEAR(state->latest);
    return 0;
}

static void
container_that_owns_its_items_free(void *module)
{
    container_that_owns_its_items_clear((PyObject *)module);
}

static struct PyModuleDef m_module = {
    PyModuleDef_HEAD_INIT,
    "container_that_owns_its_items",
    NULL,
    sizeof(container_that_owns_its_items_state),
    m_functions,
    NULL,
    container_that_owns_its_items_traverse,
    container_that_owns_its_items_clear,
    container_that_owns_its_items_free
};

PyMODINIT_FUNC
PyInit_container_that_owns_its_items(void)
{
    container_that_owns_its_items_state *state;
    PyObject *module = PyModule_Create(&m_module);
    if (module == NULL) {
        return NULL;
    }
    state = get_container_that_owns_its_items_state(module);
    state->latest = Py_BuildValue("[OOO]", Py_None, Py_None, Py_None);
    if (state->latest == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
