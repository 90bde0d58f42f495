/* Cards, with a state that is in a header of its own and a hook that is defined below what it serves. */
#include "card.h"
#include "module_state.h"

static int deck_exec(PyObject *module);
static void deck_free(void *module);
static int state_header_that_others_include_traverse(PyObject *module, visitproc visit, void *arg);
static int state_header_that_others_include_clear(PyObject *module);

static PyObject *
deck_deal(PyObject *module, PyObject *arg)
{
    deck_state *state = deck_get_state(module);
    long rank = PyLong_AsLong(arg);

    if (rank == -1 && PyErr_Occurred())
        return NULL;
    if (rank < 1 || rank > 13) {
        PyErr_Format(deck_get_state(module)->DeckError, "no such rank: %ld", rank);
        return NULL;
    }
    return card_new(state, rank);
}

static PyMethodDef deck_methods[] = {
    {"deal", deck_deal, METH_O, "Return a card of a rank."},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot deck_slots[] = {
    {Py_mod_exec, deck_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef deck_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "state_header_that_others_include",
    .m_size = sizeof(deck_state),
    .m_methods = deck_methods,
    .m_slots = deck_slots,
    .m_free = deck_free,
    .m_traverse = state_header_that_others_include_traverse,
    .m_clear = state_header_that_others_include_clear,
};

deck_state *
deck_get_state(PyObject *module)
{
    return (deck_state *)PyModule_GetState(module);
}

static int
deck_exec(PyObject *module)
{
    deck_state *state = deck_get_state(module);

    state->Card_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Card_spec, NULL);
    if (state->Card_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Card_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Card_Type);
    if (PyModule_AddObject(module, "Card", (PyObject *)state->Card_Type) < 0) {
        Py_DECREF(state->Card_Type);
        return -1;
    }
    state->DeckError = PyErr_NewException("state_header_that_others_include.DeckError", NULL, NULL);
    if (state->DeckError == NULL)
        return -1;
    Py_INCREF(state->DeckError);
    if (PyModule_AddObject(module, "DeckError", state->DeckError) < 0) {
        Py_DECREF(state->DeckError);
        return -1;
    }
    return 0;
}

static int
state_header_that_others_include_traverse(PyObject *module, visitproc visit, void *arg)
{
    deck_state *state = deck_get_state(module);
    Py_VISIT(state->Card_Type);
    return 0;
}

static int
state_header_that_others_include_clear(PyObject *module)
{
    deck_state *state = deck_get_state(module);
    Py_CLEAR(state->Card_Type);
    return 0;
}

static void
deck_free(void *module)
{
    deck_state *state = deck_get_state((PyObject *)module);

    state_header_that_others_include_clear((PyObject *)module);
    if (state != NULL)
        Py_CLEAR(state->DeckError);
}

PyMODINIT_FUNC
PyInit_state_header_that_others_include(void)
{
    return PyModuleDef_Init(&deck_module);
}
