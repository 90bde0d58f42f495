/* The module makes another one, whose functions get that one: it keeps its maker, which has the state. */
#include <Python.h>

typedef struct {
    PyObject *FullError;
} function_of_submodule_state;

static inline function_of_submodule_state *
get_function_of_submodule_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (function_of_submodule_state *)state;
}

/* Modules that this one makes keep it: their functions use its state. */
typedef struct {
    PyObject *parent;
} function_of_submodule_submodule;

static inline function_of_submodule_state *
get_function_of_submodule_state_by_submodule(PyObject *submodule)
{
    function_of_submodule_submodule *own =
        (function_of_submodule_submodule *)PyModule_GetState(submodule);
    assert(own != NULL);
    return get_function_of_submodule_state(own->parent);
}

static inline PyObject *
function_of_submodule_submodule_create(PyObject *parent, struct PyModuleDef *definition)
{
    PyObject *submodule = PyModule_Create(definition);
    if (submodule != NULL) {
        function_of_submodule_submodule *own =
            (function_of_submodule_submodule *)PyModule_GetState(submodule);
        Py_INCREF(parent);
        own->parent = parent;
    }
    return submodule;
}

static inline int
function_of_submodule_submodule_traverse(PyObject *submodule, visitproc visit, void *arg)
{
    function_of_submodule_submodule *own =
        (function_of_submodule_submodule *)PyModule_GetState(submodule);
    Py_VISIT(own->parent);
    return 0;
}

static inline void
function_of_submodule_submodule_free(void *submodule)
{
    function_of_submodule_submodule *own =
        (function_of_submodule_submodule *)PyModule_GetState((PyObject *)submodule);
    Py_CLEAR(own->parent);
}

static PyObject *
inner_fill(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    function_of_submodule_state *state = get_function_of_submodule_state_by_submodule(module);

    PyErr_SetString(state->FullError, "it is full");
    return NULL;
}

static PyMethodDef inner_functions[] = {
    {"fill", inner_fill, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef inner_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "function_of_submodule.inner",
    .m_size = sizeof(function_of_submodule_submodule),
    .m_methods = inner_functions,
    .m_traverse = function_of_submodule_submodule_traverse,
    .m_free = function_of_submodule_submodule_free,
};

static int
function_of_submodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    function_of_submodule_state *state = get_function_of_submodule_state(module);
    Py_VISIT(state->FullError);
    return 0;
}

static int
function_of_submodule_clear(PyObject *module)
{
    function_of_submodule_state *state = get_function_of_submodule_state(module);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
function_of_submodule_free(void *module)
{
    function_of_submodule_clear((PyObject *)module);
}

static struct PyModuleDef outer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "function_of_submodule",
    .m_size = sizeof(function_of_submodule_state),
    .m_traverse = function_of_submodule_traverse,
    .m_clear = function_of_submodule_clear,
    .m_free = function_of_submodule_free,
};

static int
add_inner(PyObject *module)
{
    PyObject *inner = function_of_submodule_submodule_create(module, &inner_module);

    if (inner == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "inner", inner) < 0) {
        Py_DECREF(inner);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_function_of_submodule(void)
{
    function_of_submodule_state *state;
    PyObject *module = PyModule_Create(&outer_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_function_of_submodule_state(module);
    state->FullError = PyErr_NewException("function_of_submodule.FullError", NULL, NULL);
    if (state->FullError == NULL || add_inner(module) < 0) {
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
