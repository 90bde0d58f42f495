/* What the process calls at its end: told once by single-phase initialisation, though more modules are made. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject *RangeError;
} hooks_added_once_state;

static inline hooks_added_once_state *
get_hooks_added_once_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (hooks_added_once_state *)state;
}

static char *letters;

static void
drop_letters(void)
{
    free(letters);
    letters = NULL;
}

static void
say_nothing(void)
{
}

static PyObject *
letter(PyObject *self, PyObject *arg)
{
    long at = PyLong_AsLong(arg);

    if (at < 0 || at > 25) {
        hooks_added_once_state *state = get_hooks_added_once_state(self);

        if (!PyErr_Occurred())
            PyErr_Format(state->RangeError, "no such letter: %ld", at);
        return NULL;
    }
    return PyUnicode_FromStringAndSize(letters + at, 1);
}

static PyMethodDef functions[] = {
    {"letter", letter, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
hooks_added_once_traverse(PyObject *module, visitproc visit, void *arg)
{
    hooks_added_once_state *state = get_hooks_added_once_state(module);
    Py_VISIT(state->RangeError);
    return 0;
}

static int
hooks_added_once_clear(PyObject *module)
{
    hooks_added_once_state *state = get_hooks_added_once_state(module);
    Py_CLEAR(state->RangeError);
    return 0;
}

static void
hooks_added_once_free(void *module)
{
    hooks_added_once_clear((PyObject *)module);
}

static int hooks_added_once_exec(PyObject *m);

static PyModuleDef_Slot hooks_added_once_slots[] = {
    {Py_mod_exec, hooks_added_once_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "hooks_added_once", NULL, sizeof(hooks_added_once_state), functions,
    hooks_added_once_slots, hooks_added_once_traverse, hooks_added_once_clear,
    hooks_added_once_free
};

/* The process calls say_nothing as often as it was registered. */
static int say_nothing_registered;

static int
fill(PyObject *m)
{
    hooks_added_once_state *state = get_hooks_added_once_state(m);

    if (!say_nothing_registered) {
        atexit(say_nothing);
        say_nothing_registered = 1;
    }
    state->RangeError = PyErr_NewException("hooks_added_once.RangeError", NULL, NULL);
    if (state->RangeError == NULL)
        return -1;
    Py_INCREF(state->RangeError);
    if (PyModule_AddObject(m, "RangeError", state->RangeError) < 0) {
        Py_DECREF(state->RangeError);
        return -1;
    }
    return 0;
}

/* The process calls drop_letters as often as it was registered. */
static int drop_letters_registered;

static int
hooks_added_once_exec(PyObject *m)
{
    if (letters == NULL) {
        letters = malloc(26);
        if (letters == NULL) {
            PyErr_NoMemory();
            return -1;
        }
        for (int at = 0; at < 26; at++)
            letters[at] = (char)('a' + at);
    }
    if (!drop_letters_registered && Py_AtExit(drop_letters) < 0) {
        PyErr_SetString(PyExc_RuntimeError, "too many hooks");
        return -1;
    }
    drop_letters_registered = 1;
    if (fill(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_hooks_added_once(void)
{
    return PyModuleDef_Init(&definition);
}
