/* A table keeps the address of the function that finds the state. */
#include <Python.h>

typedef struct {
    PyObject *error;
} shelf_state;

static struct PyModuleDef shelf_module;

static shelf_state *
get_state(void)
{
    PyObject *module = PyState_FindModule(&shelf_module);
    shelf_state *state;

    if (module == NULL || (state = (shelf_state *)PyModule_GetState(module)) == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the shelf is gone");
        return NULL;
    }
    return state;
}

typedef shelf_state *(*state_getter)(void);

static state_getter getters[] = {get_state};

static PyObject *
fail(const char *text)
{
    shelf_state *state = getters[0]();

    if (state != NULL) {
        PyErr_SetString(state->error, text);
    }
    return NULL;
}

typedef struct {
    PyObject_HEAD
} Box;

static PyObject *
Box_open(PyObject *self, PyObject *Py_UNUSED(args))
{
    return fail("boxes stay closed");
}

static PyObject *
shelf_fail(PyObject *module, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(get_state()->error, "the shelf is full");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"open", Box_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_getter_in_a_table.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((shelf_state *)PyModule_GetState(module))->error);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    Py_CLEAR(((shelf_state *)PyModule_GetState(module))->error);
    return 0;
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_getter_in_a_table",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_refuses_getter_in_a_table(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    shelf_state *state = (shelf_state *)PyModule_GetState(module);
    state->error = PyErr_NewException("refuses_getter_in_a_table.Error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        Py_DECREF(module);
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
