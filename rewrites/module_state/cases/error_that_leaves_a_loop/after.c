#include <Python.h>

typedef struct {
    PyObject *ItemError;
    PyObject *default_item;
} items_state;

static inline items_state *
get_items_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (items_state *)state;
}

static PyObject *
total(PyObject *module, PyObject *items)
{
    Py_ssize_t i, sum = 0;

    for (i = 0; i < PyTuple_GET_SIZE(items); i++) {
        Py_ssize_t value = PyLong_AsSsize_t(PyTuple_GET_ITEM(items, i));

        if (value == -1 && PyErr_Occurred()) {
            items_state *state = get_items_state(module);

            PyErr_Clear();
            PyErr_Format(state->ItemError, "item %zd is not a number", i);
            return NULL;
        }
        sum += value;
    }
    return PyLong_FromSsize_t(sum);
}

static PyObject *
fill(PyObject *module, PyObject *list)
{
    items_state *state = get_items_state(module);
    Py_ssize_t i;

    for (i = 0; i < PyList_GET_SIZE(list); i++) {
        if (PyList_GET_ITEM(list, i) == Py_None) {
            Py_INCREF(state->default_item);
            if (PyList_SetItem(list, i, state->default_item) < 0) {
                return NULL;
            }
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
check(PyObject *module, PyObject *number)
{
    items_state *state = get_items_state(module);

    switch (PyLong_AsLong(number)) {
    case 0:
        Py_RETURN_NONE;
    case 1: {
        PyErr_SetString(state->ItemError, "one");
        return NULL;
    }
    default:
        PyErr_SetNone(PyExc_ValueError);
        return NULL;
    }
}

static PyObject *
first(PyObject *module, PyObject *items)
{
    items_state *state = get_items_state(module);
    PyObject *item;

    if (!PyList_Check(items)) {
        goto fail;
    }
    if (PyList_GET_SIZE(items) == 0) {
fail:
        PyErr_SetString(state->ItemError, "no first item");
        return NULL;
    }
    item = PyList_GET_ITEM(items, 0);
    Py_INCREF(item);
    return item;
}

static PyMethodDef items_methods[] = {
    {"total", total, METH_VARARGS, NULL},
    {"fill", fill, METH_O, NULL},
    {"check", check, METH_O, NULL},
    {"first", first, METH_O, NULL},
    {NULL}
};

static int
items_traverse(PyObject *module, visitproc visit, void *arg)
{
    items_state *state = get_items_state(module);
    Py_VISIT(state->ItemError);
    Py_VISIT(state->default_item);
    return 0;
}

static int
items_clear(PyObject *module)
{
    items_state *state = get_items_state(module);
    Py_CLEAR(state->ItemError);
    Py_CLEAR(state->default_item);
    return 0;
}

static void
items_free(void *module)
{
    items_clear((PyObject *)module);
}

static struct PyModuleDef items_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "items",
    .m_size = sizeof(items_state),
    .m_methods = items_methods,
    .m_traverse = items_traverse,
    .m_clear = items_clear,
    .m_free = items_free,
};

PyMODINIT_FUNC
PyInit_items(void)
{
    items_state *state;
    PyObject *module = PyModule_Create(&items_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_items_state(module);
    state->default_item = PyUnicode_FromString("nothing");
    state->ItemError = PyErr_NewException("items.ItemError", NULL, NULL);
    if (state->default_item == NULL || state->ItemError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
