#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *error;
} shelf_state;

static PyObject *names;

static PyObject *
shelf_find(PyObject *self, PyObject *name)
{
    shelf_state *state = PyModule_GetState(self);

    if (PyDict_Contains(names, name) == 1)
        Py_RETURN_TRUE;
    PyErr_SetObject(state->error, name);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"find", shelf_find, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(((shelf_state *)PyModule_GetState(m))->error);
    return 0;
}

static int
shelf_clear(PyObject *m)
{
    Py_CLEAR(((shelf_state *)PyModule_GetState(m))->error);
    return 0;
}

static void
shelf_free(void *m)
{
    shelf_clear((PyObject *)m);
}

static int
shelf_exec(PyObject *m)
{
    shelf_state *state = PyModule_GetState(m);

    names = PyDict_New();
    if (names == NULL)
        return -1;
    state->error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (state->error == NULL)
        return -1;
    Py_INCREF(state->error);
    return PyModule_AddObject(m, "Error", state->error);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
