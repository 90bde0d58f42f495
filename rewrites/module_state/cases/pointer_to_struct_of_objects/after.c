/* A pointer goes through the entries: it leads to nothing else. */

#include <Python.h>

typedef struct {
    PyObject *name;
    const char *text;
} Entry;

typedef struct {
    Entry entries[3];
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
name_of(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);

    for (Entry *entry = state->entries; entry->text != NULL; entry++) {
        int same = PyObject_RichCompareBool(entry->name, arg, Py_EQ);
        if (same)
            return same < 0 ? NULL : Py_NewRef(entry->name);
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"name_of", name_of, METH_O, NULL}, {NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->entries) / sizeof(state->entries[0]); i++) {
        Py_VISIT(state->entries[i].name);
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->entries) / sizeof(state->entries[0]); i++) {
        Py_CLEAR(state->entries[i].name);
    }
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL,
    sizeof(module_state), functions, NULL, module_traverse, module_clear, module_free};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    state = get_module_state(m);
    state->entries[0].text = "equal";
    state->entries[1].text = "delete";
    for (int i = 0; i < 2; i++)
        state->entries[i].name = PyUnicode_InternFromString(state->entries[i].text);
    return m;
}
