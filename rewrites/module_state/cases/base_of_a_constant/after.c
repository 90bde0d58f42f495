#include <Python.h>

static PyObject *object_;
static PyObject *number;

typedef struct {
    PyObject *base;
} plain_state;

static inline plain_state *
get_plain_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (plain_state *)state;
}

static int
by_plainness(const void *one, const void *other)
{
    PyObject *type = (PyObject *)Py_TYPE(*(PyObject **)one);

    return type != object_ && type != number;
}

static PyObject *
plainest(PyObject *module, PyObject *list)
{
    if (!PyList_Check(list)) {
        plain_state *state = get_plain_state(module);

        PyErr_SetNone(state->base);
        return NULL;
    }
    qsort(((PyListObject *)list)->ob_item, PyList_GET_SIZE(list), sizeof(PyObject *), by_plainness);
    Py_RETURN_NONE;
}

static PyMethodDef plain_methods[] = {
    {"plainest", plainest, METH_O, NULL},
    {NULL}
};

static int
plain_traverse(PyObject *module, visitproc visit, void *arg)
{
    plain_state *state = get_plain_state(module);
    Py_VISIT(state->base);
    return 0;
}

static int
plain_clear(PyObject *module)
{
    plain_state *state = get_plain_state(module);
    Py_CLEAR(state->base);
    return 0;
}

static void
plain_free(void *module)
{
    plain_clear((PyObject *)module);
}

static struct PyModuleDef plain_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "plain",
    .m_size = sizeof(plain_state),
    .m_methods = plain_methods,
    .m_traverse = plain_traverse,
    .m_clear = plain_clear,
    .m_free = plain_free,
};

PyMODINIT_FUNC
PyInit_plain(void)
{
    plain_state *state;
    PyObject *module, *error;

    object_ = PyTuple_GetItem(Py_TYPE(Py_None)->tp_bases, 0);
    if (object_ == NULL)
        return NULL;
    number = (PyObject *)&PyLong_Type;
    module = PyModule_Create(&plain_module);
    if (module == NULL)
        return NULL;
    state = get_plain_state(module);
    error = PyErr_NewException("plain.Error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    state->base = PyTuple_GetItem(((PyTypeObject *)error)->tp_bases, 0);
    Py_XINCREF(state->base);
    Py_DECREF(error);
    return module;
}
