/* Functions behind the macros that cast them for a method table: each is a function of the module all the same. */
#include <Python.h>

#ifndef _PyCFunction_CAST
#  define _PyCFunction_CAST(func) ((PyCFunction)(void(*)(void))(func))
#endif
#define WITH_KEYWORDS(func) ((PyCFunction)_PyCFunction_CAST(func))
#define PLAIN_CAST(f) ((PyCFunction)(void(*)(void))(f))

typedef struct {
    PyObject *error;
} cast_in_table_state;

static inline cast_in_table_state *
get_cast_in_table_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cast_in_table_state *)state;
}

static PyObject *
fail(PyObject *module, PyObject *args, PyObject *kwds)
{
    cast_in_table_state *state = get_cast_in_table_state(module);

    PyErr_SetString(state->error, "fail");
    return NULL;
}

static PyObject *
fail_again(PyObject *module, PyObject *args, PyObject *kwds)
{
    cast_in_table_state *state = get_cast_in_table_state(module);

    PyErr_SetString(state->error, "fail again");
    return NULL;
}

static PyObject *
fail_for_good(PyObject *module, PyObject *args, PyObject *kwds)
{
    cast_in_table_state *state = get_cast_in_table_state(module);

    PyErr_SetString(state->error, "fail for good");
    return NULL;
}

static PyMethodDef cast_methods[] = {
    {"fail", _PyCFunction_CAST(fail), METH_VARARGS | METH_KEYWORDS, NULL},
    {"fail_again", WITH_KEYWORDS(fail_again), METH_VARARGS | METH_KEYWORDS, NULL},
    {"fail_for_good", PLAIN_CAST(fail_for_good), METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL}
};

static int
cast_in_table_traverse(PyObject *module, visitproc visit, void *arg)
{
    cast_in_table_state *state = get_cast_in_table_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
cast_in_table_clear(PyObject *module)
{
    cast_in_table_state *state = get_cast_in_table_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
cast_in_table_free(void *module)
{
    cast_in_table_clear((PyObject *)module);
}

static struct PyModuleDef cast_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cast_in_table",
    .m_size = sizeof(cast_in_table_state),
    .m_methods = cast_methods,
    .m_traverse = cast_in_table_traverse,
    .m_clear = cast_in_table_clear,
    .m_free = cast_in_table_free,
};

PyMODINIT_FUNC
PyInit_cast_in_table(void)
{
    cast_in_table_state *state;
    PyObject *module = PyModule_Create(&cast_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_cast_in_table_state(module);
    state->error = PyErr_NewException("cast_in_table.error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "error", state->error) < 0) {
        Py_DECREF(state->error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
