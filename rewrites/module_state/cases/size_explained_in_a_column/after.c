#include <Python.h>

typedef struct {
    PyObject *cache;
} words_state;

static inline words_state *
get_words_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (words_state *)state;
}

static PyObject *
lookup(PyObject *self, PyObject *key)
{
    words_state *state = get_words_state(self);
    PyObject *found = PyDict_GetItemWithError(state->cache, key);

    Py_XINCREF(found);
    if (found == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return found;
}

static PyMethodDef methods[] = {
    {"lookup", lookup, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
words_traverse(PyObject *module, visitproc visit, void *arg)
{
    words_state *state = get_words_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
words_clear(PyObject *module)
{
    words_state *state = get_words_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
words_free(void *module)
{
    words_clear((PyObject *)module);
}

static struct PyModuleDef words = {
    PyModuleDef_HEAD_INIT,
    "words",                /* name of module */
    NULL,                   /* no documentation */
    sizeof(words_state),
    methods,
    NULL,
    words_traverse,
    words_clear,
    words_free
};

PyMODINIT_FUNC
PyInit_words(void)
{
    words_state *state;
    PyObject *m = PyModule_Create(&words);

    if (m == NULL)
        return NULL;
    state = get_words_state(m);
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
