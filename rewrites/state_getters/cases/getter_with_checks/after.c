/* A function finds the state, and says so where there is none. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *error;
} shelf_state;

static inline shelf_state *
get_getter_with_checks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static inline shelf_state *
get_getter_with_checks_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shelf_state *)state;
}

static struct PyModuleDef shelf_module;

static PyObject *
fail(shelf_state *state, const char *text)
{
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
    shelf_state *state = get_getter_with_checks_state_by_type(Py_TYPE(self));

    return fail(state, "boxes stay closed");
}

static PyObject *
shelf_fail(PyObject *module, PyObject *Py_UNUSED(args))
{
    shelf_state *state = get_getter_with_checks_state(module);

    PyErr_SetString(state->error, "the shelf is full");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"open", Box_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "getter_with_checks.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
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

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int getter_with_checks_exec(PyObject *module);

static PyModuleDef_Slot getter_with_checks_slots[] = {
    {Py_mod_exec, getter_with_checks_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getter_with_checks",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_slots = getter_with_checks_slots,
    .m_free = shelf_free,
};

static int
getter_with_checks_exec(PyObject *module)
{
    shelf_state *state = (shelf_state *)PyModule_GetState(module);
    state->error = PyErr_NewException("getter_with_checks.Error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_getter_with_checks(void)
{
    return PyModuleDef_Init(&shelf_module);
}
