/* The last result and its key are kept together, with what is counted: in a struct that the variable defines itself,
 * and in one of a type that has its name. */

#include <Python.h>

typedef struct {
    PyObject *key;
    long hits;
} Pair;

struct shape {
    Pair pair;
    PyTypeObject *type;
    const char *name;
};

typedef struct {
    struct {
        PyObject *last;         /* what was asked for last */
        PyObject *names[2];
        Py_ssize_t count;
    } cache;

    /* Where results come from. */
    struct shape origin;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

#define ORIGIN_NAME(state) ((state)->origin.type == NULL ? (state)->origin.name : (state)->origin.type->tp_name)

static PyObject *
keep(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    PyTypeObject *type = Py_TYPE(arg);

    Py_INCREF(arg);
    Py_XSETREF(state->cache.last, arg);
    Py_INCREF(type);
    Py_XDECREF(state->origin.type);
    state->origin.type = type;
    state->cache.count++;
    return PyUnicode_FromString(ORIGIN_NAME(state));
}

static PyObject *
last(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    module_state *state = get_module_state(self);

    if (state->cache.last == NULL) {
        return Py_NewRef(state->cache.names[state->cache.count > 0]);
    }
    state->origin.pair.hits += 1;
    return PyTuple_Pack(3, state->origin.pair.key, state->cache.names[0], state->cache.last);
}

static PyMethodDef functions[] = {{"keep", keep, METH_O, NULL}, {"last", last, METH_NOARGS, NULL}, {NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    Py_VISIT(state->cache.last);
    for (i = 0; i < sizeof(state->cache.names) / sizeof(state->cache.names[0]); i++) {
        Py_VISIT(state->cache.names[i]);
    }
    Py_VISIT(state->origin.pair.key);
    Py_VISIT(state->origin.type);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    Py_CLEAR(state->cache.last);
    for (i = 0; i < sizeof(state->cache.names) / sizeof(state->cache.names[0]); i++) {
        Py_CLEAR(state->cache.names[i]);
    }
    Py_CLEAR(state->origin.pair.key);
    Py_CLEAR(state->origin.type);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    NULL, module_traverse, module_clear, module_free};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    state = get_module_state(m);
    state->origin.name = "nowhere";
    state->cache.names[0] = PyUnicode_InternFromString("first");
    state->cache.names[1] = PyUnicode_InternFromString("later");
    state->origin.pair.key = PyUnicode_FromString("key");
    if (state->cache.names[0] == NULL || state->cache.names[1] == NULL || state->origin.pair.key == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
