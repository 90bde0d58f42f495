/* Each entry holds a class and the objects that it was made for. */

#include <Python.h>

#define ENTRIES 3

typedef struct {
    PyObject *class;
    PyObject *uses[4];
    int code;
} Entry;

typedef struct {
    Entry entries[ENTRIES];
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    long code = PyLong_AsLong(arg);

    for (int i = 0; i < ENTRIES; i++) {
        if (state->entries[i].code == code) {
            Py_INCREF(arg);
            Py_XSETREF(state->entries[i].uses[0], arg);
            PyErr_SetObject(state->entries[i].class, arg);
            return NULL;
        }
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"fail", fail, METH_O, NULL}, {NULL}};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i, j;
    for (i = 0; i < sizeof(state->entries) / sizeof(state->entries[0]); i++) {
        Py_VISIT(state->entries[i].class);
        for (j = 0;
             j < sizeof(state->entries[i].uses) / sizeof(state->entries[i].uses[0]);
             j++) {
            Py_VISIT(state->entries[i].uses[j]);
        }
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i, j;
    for (i = 0; i < sizeof(state->entries) / sizeof(state->entries[0]); i++) {
        Py_CLEAR(state->entries[i].class);
        for (j = 0;
             j < sizeof(state->entries[i].uses) / sizeof(state->entries[i].uses[0]);
             j++) {
            Py_CLEAR(state->entries[i].uses[j]);
        }
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
    state->entries[0].code = 10;
    state->entries[1].code = 20;
    state->entries[2].code = 30;
    for (int i = 0; i < ENTRIES; i++) {
        state->entries[i].class = PyErr_NewException("module.error", NULL, NULL);
        if (state->entries[i].class == NULL) {
            Py_DECREF(m);
            return NULL;
        }
    }
    return m;
}
