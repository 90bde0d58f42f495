/* One binary for Python 3.6 and all later ones: the first of them call hooks before there is a state. */
#define Py_LIMITED_API 0x03060000
#include <Python.h>

typedef struct {
    PyObject *ShelfError;
    PyObject *labels;
} limited_api_of_old_pythons_state;

static inline limited_api_of_old_pythons_state *
get_limited_api_of_old_pythons_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (limited_api_of_old_pythons_state *)state;
}

static PyObject *
shelf_label(PyObject *module, PyObject *key)
{
    limited_api_of_old_pythons_state *state = get_limited_api_of_old_pythons_state(module);
    PyObject *found = PyDict_GetItemWithError(state->labels, key);

    if (found == NULL && !PyErr_Occurred())
        PyErr_SetObject(state->ShelfError, key);
    Py_XINCREF(found);
    return found;
}

static PyObject *
shelf_put(PyObject *module, PyObject *args)
{
    limited_api_of_old_pythons_state *state = get_limited_api_of_old_pythons_state(module);
    PyObject *key, *label;

    if (!PyArg_ParseTuple(args, "OO", &key, &label) || PyDict_SetItem(state->labels, key, label) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef shelf_methods[] = {
    {"label", shelf_label, METH_O, NULL},
    {"put", shelf_put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limited_api_of_old_pythons_traverse(PyObject *module, visitproc visit, void *arg)
{
    limited_api_of_old_pythons_state *state = PyModule_GetState(module);

    if (state == NULL) {
        return 0;
    }
    Py_VISIT(state->ShelfError);
    Py_VISIT(state->labels);
    return 0;
}

static int
limited_api_of_old_pythons_clear(PyObject *module)
{
    limited_api_of_old_pythons_state *state = PyModule_GetState(module);

    if (state == NULL) {
        return 0;
    }
    Py_CLEAR(state->ShelfError);
    Py_CLEAR(state->labels);
    return 0;
}

static void
limited_api_of_old_pythons_free(void *module)
{
    limited_api_of_old_pythons_clear((PyObject *)module);
}

static int limited_api_of_old_pythons_exec(PyObject *module);

static PyModuleDef_Slot limited_api_of_old_pythons_slots[] = {
    {Py_mod_exec, limited_api_of_old_pythons_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "limited_api_of_old_pythons", NULL, sizeof(limited_api_of_old_pythons_state),
    shelf_methods, limited_api_of_old_pythons_slots, limited_api_of_old_pythons_traverse,
    limited_api_of_old_pythons_clear, limited_api_of_old_pythons_free
};

static int
limited_api_of_old_pythons_exec(PyObject *module)
{
    limited_api_of_old_pythons_state *state = get_limited_api_of_old_pythons_state(module);

    state->labels = PyDict_New();
    state->ShelfError = PyErr_NewException("limited_api_of_old_pythons.ShelfError", PyExc_KeyError,
                                           NULL);
    if (state->labels == NULL || state->ShelfError == NULL)
        goto error;
    Py_INCREF(state->ShelfError);
    if (PyModule_AddObject(module, "ShelfError", state->ShelfError) < 0) {
        Py_DECREF(state->ShelfError);
        goto error;
    }
    return 0;

error:
    Py_CLEAR(state->labels);
    Py_CLEAR(state->ShelfError);
    return -1;
}

PyMODINIT_FUNC
PyInit_limited_api_of_old_pythons(void)
{
    return PyModuleDef_Init(&shelf_module);
}
