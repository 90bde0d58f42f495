/* FETCH(check) makes a string and another name of `check`: it doesn't mean the function. */
#include <Python.h>

typedef struct {
    PyObject *answers;
} guard_state;

static inline guard_state *
get_guard_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (guard_state *)state;
}

#define FETCH(state, S) \
    PyObject *the_##S = PyDict_GetItemString((state)->answers, #S)

static PyObject *
check(guard_state *state, PyObject *object)
{
    if (PyDict_Size(state->answers) == 0)
        return PyErr_Format(PyExc_LookupError, "no answer for %R", object);
    Py_INCREF(state->answers);
    return state->answers;
}

static PyObject *
guard_check(PyObject *module, PyObject *object)
{
    guard_state *state = get_guard_state(module);

    return check(state, object);
}

static PyObject *
guard_answer(PyObject *module, PyObject *unused)
{
    guard_state *state = get_guard_state(module);

    FETCH(state, check);

    if (the_check == NULL)
        Py_RETURN_NONE;
    Py_INCREF(the_check);
    return the_check;
}

static PyMethodDef guard_functions[] = {
    {"check", guard_check, METH_O, NULL},
    {"answer", guard_answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
guard_traverse(PyObject *module, visitproc visit, void *arg)
{
    guard_state *state = get_guard_state(module);
    Py_VISIT(state->answers);
    return 0;
}

static int
guard_clear(PyObject *module)
{
    guard_state *state = get_guard_state(module);
    Py_CLEAR(state->answers);
    return 0;
}

static void
guard_free(void *module)
{
    guard_clear((PyObject *)module);
}

static struct PyModuleDef guard_module = {
    PyModuleDef_HEAD_INIT, "guard", NULL, sizeof(guard_state), guard_functions,
    NULL, guard_traverse, guard_clear, guard_free
};

PyMODINIT_FUNC
PyInit_guard(void)
{
    guard_state *state;

    PyObject *module = PyModule_Create(&guard_module);
    if (module == NULL)
        return NULL;
    state = get_guard_state(module);
    state->answers = PyDict_New();
    if (state->answers == NULL)
        return NULL;
    return module;
}
