/* What a helper of the initialisation reads out of Python's objects for all of the process is read once. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static char *longest;
static char *shortest;
static Py_ssize_t known;

typedef struct {
    PyObject *UnknownError;
} entities_state;

static inline entities_state *
get_entities_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (entities_state *)state;
}

static int
compare_known(const void *key, const void *name)
{
    known++;
    shortest[0] = 'a';
    return strcmp(key, *(char *const *)name);
}

static PyObject *
find(PyObject *module, PyObject *arg)
{
    entities_state *state = get_entities_state(module);
    const char *text = PyUnicode_AsUTF8(arg);
    char **name;

    if (text == NULL)
        return NULL;
    for (name = names; *name != NULL; name++) {
        if (compare_known(text, name) == 0)
            return PyUnicode_FromFormat("%s, not %s or %s", *name, longest, shortest);
    }
    PyErr_SetObject(state->UnknownError, arg);
    return NULL;
}

static PyMethodDef entities_methods[] = {
    {"find", find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
entities_traverse(PyObject *module, visitproc visit, void *arg)
{
    entities_state *state = get_entities_state(module);
    Py_VISIT(state->UnknownError);
    return 0;
}

static int
entities_clear(PyObject *module)
{
    entities_state *state = get_entities_state(module);
    Py_CLEAR(state->UnknownError);
    return 0;
}

static void
entities_free(void *module)
{
    entities_clear((PyObject *)module);
}

static int entities_exec(PyObject *module);

static PyModuleDef_Slot entities_slots[] = {
    {Py_mod_exec, entities_exec},
    {0, NULL}
};

static struct PyModuleDef entities_module = {
    PyModuleDef_HEAD_INIT, "entities", NULL, sizeof(entities_state), entities_methods,
    entities_slots, entities_traverse, entities_clear, entities_free
};

/* Others may use names when another module is initialised. */
static int names_set;

static int
load_names(void)
{
    PyObject *module, *all, *name;
    Py_ssize_t count, i;

    if (names_set) {
        return 0;
    }
    module = PyImport_ImportModule("keyword");
    if (module == NULL) {
        return -1;
    }
    all = PyObject_GetAttrString(module, "kwlist");
    Py_DECREF(module);
    if (all == NULL) {
        return -1;
    }
    count = PyList_GET_SIZE(all);
    names = calloc(count + 1, sizeof(char *));
    if (names == NULL) {
        return -1;
    }
    for (i = 0; i < count; i++) {
        name = PyUnicode_AsASCIIString(PyList_GET_ITEM(all, i));
        if (name == NULL) {
            return -1;
        }
        names[i] = PyBytes_AsString(name);
    }
    Py_DECREF(all);
    names_set = 1;
    return 0;
}

static void load_shortest(void) { PyObject *text = PyUnicode_FromString("as"); shortest = strdup(PyUnicode_AsUTF8(text)); Py_DECREF(text); }

static void
load_longest(void)
{
    if (longest == NULL) {
        longest = strdup("nonlocal");
    }
}

static int
entities_exec(PyObject *module)
{
    entities_state *state = get_entities_state(module);

    if (load_names() < 0) {
        return -1;
    }
    load_longest();
    load_shortest();
    state->UnknownError = PyErr_NewException("entities.UnknownError", NULL, NULL);
    if (state->UnknownError == NULL) {
        return -1;
    }
    Py_INCREF(state->UnknownError);
    PyModule_AddObject(module, "UnknownError", state->UnknownError);
    return 0;
}

PyMODINIT_FUNC
PyInit_entities(void)
{
    return PyModuleDef_Init(&entities_module);
}
