/* Cards, with a state that is in a header of its own and a hook that is defined below what it serves. */
#include "card.h"
#include "module_state.h"

static int deck_exec(PyObject *module);
static void deck_free(void *module);

static PyObject *
deck_deal(PyObject *module, PyObject *arg)
{
    long rank = PyLong_AsLong(arg);

    if (rank == -1 && PyErr_Occurred())
        return NULL;
    if (rank < 1 || rank > 13) {
        PyErr_Format(deck_get_state(module)->DeckError, "no such rank: %ld", rank);
        return NULL;
    }
    return card_new(rank);
}

static PyMethodDef deck_methods[] = {
    {"deal", deck_deal, METH_O, "Return a card of a rank."},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot deck_slots[] = {
    {Py_mod_exec, deck_exec},
    {0, NULL}
};

static struct PyModuleDef deck_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "state_header_that_others_include",
    .m_size = sizeof(deck_state),
    .m_methods = deck_methods,
    .m_slots = deck_slots,
    .m_free = deck_free,
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

    if (PyType_Ready(&Card_Type) < 0)
        return -1;
    Py_INCREF(&Card_Type);
    if (PyModule_AddObject(module, "Card", (PyObject *)&Card_Type) < 0) {
        Py_DECREF(&Card_Type);
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

static void
deck_free(void *module)
{
    deck_state *state = deck_get_state((PyObject *)module);

    if (state != NULL)
        Py_CLEAR(state->DeckError);
}

PyMODINIT_FUNC
PyInit_state_header_that_others_include(void)
{
    return PyModuleDef_Init(&deck_module);
}
