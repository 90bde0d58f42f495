/* Two macros make a text of the function's name, and nothing else: its parameters may change. */
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

#define BEGIN_NAMED(retval, name) \
    if (PyErr_Occurred()) { \
        PySys_WriteStderr(#name " has an exception\n"); \
        return (retval); \
    }
#define BEGIN(name, retval) BEGIN_NAMED(retval, name)

static PyObject *
answer_to(guard_state *state, PyObject *object)
{
    PyObject *answer;

    BEGIN(answer_to, NULL);
    answer = PyDict_GetItem(state->answers, object);
    if (answer == NULL)
        return PyErr_Format(PyExc_LookupError, "no answer for %R", object);
    Py_INCREF(answer);
    return answer;
}

static PyObject *
guard_answer(PyObject *module, PyObject *object)
{
    guard_state *state = get_guard_state(module);

    return answer_to(state, object);
}

static PyMethodDef guard_functions[] = {
    {"answer", guard_answer, METH_O, NULL},
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
