/* Only the initialisation names these objects, but something else counts on them: the state keeps them alive. */
#include <Python.h>

typedef struct {
    PyObject *Noted;
    PyObject *table;
    PyObject *passed;
    PyObject *looped;
    PyObject *untested;
    PyObject *last_note;
    PyObject *first_item;
} notes_state;

static inline notes_state *
get_notes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (notes_state *)state;
}

static void
note(notes_state *state, PyObject *object)
{
    Py_XINCREF(object);
    Py_XSETREF(state->last_note, object);
}

static PyObject *
get_note(PyObject *self, PyObject *ignored)
{
    notes_state *state = get_notes_state(self);

    return Py_XNewRef(state->last_note);
}

static PyMethodDef functions[] = {
    {"note", get_note, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
notes_traverse(PyObject *module, visitproc visit, void *arg)
{
    notes_state *state = get_notes_state(module);
    Py_VISIT(state->Noted);
    Py_VISIT(state->table);
    Py_VISIT(state->passed);
    Py_VISIT(state->looped);
    Py_VISIT(state->untested);
    Py_VISIT(state->last_note);
    Py_VISIT(state->first_item);
    return 0;
}

static int
notes_clear(PyObject *module)
{
    notes_state *state = get_notes_state(module);
    Py_CLEAR(state->Noted);
    Py_CLEAR(state->table);
    Py_CLEAR(state->passed);
    Py_CLEAR(state->looped);
    Py_CLEAR(state->untested);
    Py_CLEAR(state->last_note);
    Py_CLEAR(state->first_item);
    return 0;
}

static void
notes_free(void *module)
{
    notes_clear((PyObject *)module);
}

static struct PyModuleDef notes_module = {
    PyModuleDef_HEAD_INIT, "notes", NULL, sizeof(notes_state), functions, NULL,
    notes_traverse, notes_clear, notes_free
};

PyMODINIT_FUNC
PyInit_notes(void)
{
    notes_state *state;
    int i;
    PyObject *item;
    PyObject *module = PyModule_Create(&notes_module);
    if (module == NULL)
        return NULL;
    state = get_notes_state(module);

    state->Noted = PyErr_NewException("notes.Noted", NULL, NULL);
    if (state->Noted == NULL)
        return NULL;
    note(state, state->Noted);

    /* What it lends is borrowed from it. */
    state->table = Py_BuildValue("{s:i}", "one", 1);
    if (state->table == NULL)
        return NULL;
    item = PyDict_GetItemString(state->table, "one");
    if (PyModule_AddObjectRef(module, "one", item) < 0)
        return NULL;

    /* Many ways lead out before the module gets it. */
    state->passed = PyLong_FromLong(5);
    if (state->passed == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "a", 1) < 0)
        return NULL;
    if (PyModule_AddIntConstant(module, "b", 2) < 0)
        return NULL;
    Py_INCREF(state->passed);
    if (PyModule_AddObject(module, "passed", state->passed) < 0)
        return NULL;

    for (i = 0; i < 1; i++) {
        state->looped = PyLong_FromLong(i);
        if (state->looped == NULL)
            return NULL;
        if (PyModule_AddObjectRef(module, "looped", state->looped) < 0)
            return NULL;
    }

    state->untested = PyLong_FromLong(6);
    PyModule_AddObjectRef(module, "untested", state->untested);
    return module;
}
