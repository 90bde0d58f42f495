/* A function that isn't given the module makes another one: it has to get it, as that one keeps it. */
#include <Python.h>

typedef struct {
    PyObject *FullError;
} submodule_made_without_parent_state;

static inline submodule_made_without_parent_state *
get_submodule_made_without_parent_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (submodule_made_without_parent_state *)state;
}

/* Modules that this one makes keep it: their functions use its state. */
typedef struct {
    PyObject *parent;
} submodule_made_without_parent_submodule;

static inline submodule_made_without_parent_state *
get_submodule_made_without_parent_state_by_submodule(PyObject *submodule)
{
    submodule_made_without_parent_submodule *own =
        (submodule_made_without_parent_submodule *)PyModule_GetState(submodule);
    assert(own != NULL);
    return get_submodule_made_without_parent_state(own->parent);
}

static inline PyObject *
submodule_made_without_parent_submodule_create(PyObject *parent, struct PyModuleDef *definition)
{
    PyObject *submodule = PyModule_Create(definition);
    if (submodule != NULL) {
        submodule_made_without_parent_submodule *own =
            (submodule_made_without_parent_submodule *)PyModule_GetState(submodule);
        Py_INCREF(parent);
        own->parent = parent;
    }
    return submodule;
}

static inline int
submodule_made_without_parent_submodule_traverse(PyObject *submodule, visitproc visit, void *arg)
{
    submodule_made_without_parent_submodule *own =
        (submodule_made_without_parent_submodule *)PyModule_GetState(submodule);
    Py_VISIT(own->parent);
    return 0;
}

static inline void
submodule_made_without_parent_submodule_free(void *submodule)
{
    submodule_made_without_parent_submodule *own =
        (submodule_made_without_parent_submodule *)PyModule_GetState((PyObject *)submodule);
    Py_CLEAR(own->parent);
}

static PyObject *
inner_fill(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    submodule_made_without_parent_state *state =
        get_submodule_made_without_parent_state_by_submodule(module);

    PyErr_SetString(state->FullError, "it is full");
    return NULL;
}

static PyMethodDef inner_functions[] = {
    {"fill", inner_fill, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef inner_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "submodule_made_without_parent.inner",
    .m_size = sizeof(submodule_made_without_parent_submodule),
    .m_methods = inner_functions,
    .m_traverse = submodule_made_without_parent_submodule_traverse,
    .m_free = submodule_made_without_parent_submodule_free,
};

static int
submodule_made_without_parent_traverse(PyObject *module, visitproc visit, void *arg)
{
    submodule_made_without_parent_state *state = get_submodule_made_without_parent_state(module);
    Py_VISIT(state->FullError);
    return 0;
}

static int
submodule_made_without_parent_clear(PyObject *module)
{
    submodule_made_without_parent_state *state = get_submodule_made_without_parent_state(module);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
submodule_made_without_parent_free(void *module)
{
    submodule_made_without_parent_clear((PyObject *)module);
}

static struct PyModuleDef outer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "submodule_made_without_parent",
    .m_size = sizeof(submodule_made_without_parent_state),
    .m_traverse = submodule_made_without_parent_traverse,
    .m_clear = submodule_made_without_parent_clear,
    .m_free = submodule_made_without_parent_free,
};

static PyObject *
make_inner(PyObject *module)
{
    return submodule_made_without_parent_submodule_create(module, &inner_module);
}

PyMODINIT_FUNC
PyInit_submodule_made_without_parent(void)
{
    submodule_made_without_parent_state *state;
    PyObject *inner;
    PyObject *module = PyModule_Create(&outer_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_submodule_made_without_parent_state(module);
    state->FullError = PyErr_NewException("submodule_made_without_parent.FullError", NULL, NULL);
    inner = make_inner(module);
    if (state->FullError == NULL || inner == NULL || PyModule_AddObject(module, "inner", inner) < 0) {
        Py_XDECREF(inner);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->FullError);
    if (PyModule_AddObject(module, "FullError", state->FullError) < 0) {
        Py_DECREF(state->FullError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
