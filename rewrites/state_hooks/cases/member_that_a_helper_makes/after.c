/* What a helper of the project makes is given to the module, and kept in the state: it needs two references. */
#include <Python.h>

typedef struct {
    PyTypeObject *box_type;
    PyTypeObject *lid_type;
    PyObject *error;
    PyObject *registry;
    /* Owned by whoever calls. */
    PyObject *borrowed;
    long opened;
} shelf_state;

typedef struct {
    PyObject_HEAD
    long number;
} Box;

static void
Box_dealloc(Box *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
Box_open(Box *self, PyObject *Py_UNUSED(ignored))
{
    shelf_state *state = PyType_GetModuleState(Py_TYPE(self));
    if (state->opened++ > 2) {
        PyErr_SetString(state->error, "enough");
        return NULL;
    }
    return PyLong_FromLong(state->opened);
}

static PyMethodDef Box_methods[] = {
    {"open", (PyCFunction)Box_open, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "member_that_a_helper_makes.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL}
};

static PyType_Spec Lid_spec = {
    .name = "member_that_a_helper_makes.Lid",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Lid_slots,
};

static PyObject *
shelf_lend(PyObject *module, PyObject *object)
{
    shelf_state *state = PyModule_GetState(module);
    state->borrowed = object;
    Py_RETURN_NONE;
}

static PyMethodDef shelf_methods[] = {
    {"lend", shelf_lend, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
make_registry(void)
{
    PyObject *registry = PyDict_New();
    if (registry != NULL && PyDict_SetItemString(registry, "a", Py_None) < 0) {
        Py_CLEAR(registry);
    }
    return registry;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = PyModule_GetState(module);
    Py_VISIT(state->box_type);
    Py_VISIT(state->lid_type);
    Py_VISIT(state->error);
    Py_VISIT(state->registry);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    Py_CLEAR(state->box_type);
    Py_CLEAR(state->lid_type);
    Py_CLEAR(state->error);
    Py_CLEAR(state->registry);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_state *state = PyModule_GetState((PyObject *)module);
    state->opened = 0;
    shelf_clear((PyObject *)module);
}

static int member_that_a_helper_makes_exec(PyObject *module);

static PyModuleDef_Slot member_that_a_helper_makes_slots[] = {
    {Py_mod_exec, member_that_a_helper_makes_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "member_that_a_helper_makes",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_free = shelf_free,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_slots = member_that_a_helper_makes_slots,
};

static int
member_that_a_helper_makes_exec(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    state->error = PyErr_NewException("member_that_a_helper_makes.Error", NULL, NULL);
    if (state->error == NULL) {
        goto error;
    }
    state->registry = make_registry();
    if (state->registry == NULL) {
        goto error;
    }
    Py_INCREF(state->registry);
    if (PyModule_AddObject(module, "registry", state->registry) < 0) {
        goto error;
    }
    state->box_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->box_type == NULL || PyModule_AddType(module, state->box_type) < 0) {
        goto error;
    }
    state->lid_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->lid_type == NULL || PyModule_AddType(module, state->lid_type) < 0) {
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_member_that_a_helper_makes(void)
{
    return PyModuleDef_Init(&shelf_module);
}
