#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *second;
} groups_state;

static inline groups_state *
get_groups_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (groups_state *)state;
}

/* Groups of different conditions: the variable is there where one of them is compiled. */
static PyObject *
either(PyObject *self, PyObject *args)
{
#if defined(HAVE_FIRST) || (defined(HAVE_SECOND) && HAVE_SECOND > 1)
    groups_state *state = get_groups_state(self);
#endif
    int total = 0;

#ifdef HAVE_FIRST
    if (state->first != NULL)
        total++;
#endif
    total += 2;
#if defined(HAVE_SECOND) && HAVE_SECOND > 1 /* not everywhere */
    if (state->second != NULL)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* Groups of one condition: the first of them declares it. */
static PyObject *
both(PyObject *self, PyObject *args)
{
    int total = 0;

#ifndef NO_FIRST_NAME
    groups_state *state = get_groups_state(self);
    if (state->first != NULL)
        total++;
#endif
    if (PyTuple_GET_SIZE(args) > 1)
        return PyLong_FromLong(3);
#ifndef NO_FIRST_NAME
    if (state->first == state->second)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* A jump passes the first of them. */
static PyObject *
jumping(PyObject *self, PyObject *args)
{
#ifdef HAVE_FIRST
    groups_state *state = get_groups_state(self);
#endif
    long total = PyTuple_GET_SIZE(args);

    if (total > 1)
        goto done;
#ifdef HAVE_FIRST
    if (state->first != NULL)
        total++;
#endif
done:
    total++;
#ifdef HAVE_FIRST
    if (state->first == state->second)
        total++;
#endif
    return PyLong_FromLong(total);
}

/* One of the two is always compiled. */
static PyObject *
one_or_the_other(PyObject *self, PyObject *args)
{
    groups_state *state = get_groups_state(self);
    PyObject *result;

#ifdef HAVE_FIRST
    result = state->first;
#else
    result = state->second;
#endif
    Py_XINCREF(result);
    return result;
}

static PyMethodDef methods[] = {
    {"either", either, METH_VARARGS, NULL},
    {"both", both, METH_VARARGS, NULL},
    {"jumping", jumping, METH_VARARGS, NULL},
    {"one_or_the_other", one_or_the_other, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
groups_traverse(PyObject *module, visitproc visit, void *arg)
{
    groups_state *state = get_groups_state(module);
    Py_VISIT(state->first);
    Py_VISIT(state->second);
    return 0;
}

static int
groups_clear(PyObject *module)
{
    groups_state *state = get_groups_state(module);
    Py_CLEAR(state->first);
    Py_CLEAR(state->second);
    return 0;
}

static void
groups_free(void *module)
{
    groups_clear((PyObject *)module);
}

static struct PyModuleDef groups = {PyModuleDef_HEAD_INIT, "groups", NULL,
    sizeof(groups_state), methods, NULL, groups_traverse, groups_clear, groups_free};

PyMODINIT_FUNC
PyInit_groups(void)
{
    groups_state *state;
    PyObject *module = PyModule_Create(&groups);

    if (module == NULL)
        return NULL;
    state = get_groups_state(module);
    state->first = PyUnicode_FromString("first");
    state->second = PyUnicode_FromString("second");
    return module;
}
