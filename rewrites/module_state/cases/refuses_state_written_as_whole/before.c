#include <Python.h>
#include <string.h>

typedef struct {
    PyObject *names;
    long count;
} list_state;

static PyObject *cache;

static PyObject *
list_names(PyObject *module, PyObject *unused)
{
    list_state *state = (list_state *)PyModule_GetState(module);

    return Py_BuildValue("OOl", state->names, cache, ++state->count);
}

static PyObject *
list_reset(PyObject *module, PyObject *unused)
{
    list_state *state = (list_state *)PyModule_GetState(module);
    PyObject *names = state->names;

    memset(state, 0, sizeof *state);
    state->names = names;
    Py_RETURN_NONE;
}

static PyMethodDef list_methods[] = {
    {"names", list_names, METH_NOARGS, NULL},
    {"reset", list_reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef list_module = {
    PyModuleDef_HEAD_INIT, "state_written_as_whole", NULL, sizeof(list_state), list_methods
};

PyMODINIT_FUNC
PyInit_state_written_as_whole(void)
{
    PyObject *module = PyModule_Create(&list_module);
    list_state *state;

    if (module == NULL)
        return NULL;
    state = (list_state *)PyModule_GetState(module);
    state->names = PyTuple_New(0);
    cache = PyDict_New();
    if (state->names == NULL || cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
