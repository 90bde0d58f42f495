/* The array's size is given by one of two macros: the struct stands behind the group that picks it. */
#include <Python.h>

#define WAYS 8
#ifdef WITH_GUARD
#  define KEPT WAYS
#else
#  define KEPT (WAYS - 1)
#endif

typedef struct {
    PyObject *names[KEPT];
} sized_state;

static inline sized_state *
get_sized_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (sized_state *)state;
}

static PyObject *
name_of(PyObject *module, PyObject *number)
{
    sized_state *state = get_sized_state(module);
    long at = PyLong_AsLong(number);

    if (at < 0 || at >= KEPT) {
        PyErr_SetNone(PyExc_IndexError);
        return NULL;
    }
    Py_INCREF(state->names[at]);
    return state->names[at];
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
sized_traverse(PyObject *module, visitproc visit, void *arg)
{
    sized_state *state = get_sized_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_VISIT(state->names[i]);
    }
    return 0;
}

static int
sized_clear(PyObject *module)
{
    sized_state *state = get_sized_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void
sized_free(void *module)
{
    sized_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "sized",
    .m_size = sizeof(sized_state),
    .m_methods = functions,
    .m_traverse = sized_traverse,
    .m_clear = sized_clear,
    .m_free = sized_free,
};

PyMODINIT_FUNC
PyInit_sized(void)
{
    sized_state *state;
    PyObject *module = PyModule_Create(&definition);
    int i;

    if (module == NULL) {
        return NULL;
    }
    state = get_sized_state(module);
    for (i = 0; i < KEPT; i++) {
        state->names[i] = PyUnicode_FromFormat("way %d", i);
        if (state->names[i] == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
