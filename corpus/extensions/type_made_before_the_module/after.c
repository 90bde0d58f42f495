#include <Python.h>

typedef struct {
    PyObject *box_type;
} box_module_state;

static inline box_module_state *
get_type_made_before_the_module_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (box_module_state *)state;
}

static struct PyModuleDef box_module;

typedef struct {
    PyObject_HEAD
} BoxObject;

static PyObject *
box_same(PyObject *self, PyObject *other)
{
    box_module_state *state = get_type_made_before_the_module_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(Py_TYPE(other) == (PyTypeObject *)state->box_type);
}

static PyMethodDef box_methods[] = {
    {"same", box_same, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot box_slots[] = {
    {Py_tp_methods, box_methods},
    {0, NULL},
};

static PyType_Spec box_spec = {
    "type_made_before_the_module.Box",
    sizeof(BoxObject),
    0,
    Py_TPFLAGS_DEFAULT,
    box_slots
};

static int
box_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_module_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_VISIT(state->box_type);
    }
    return 0;
}

static int
box_module_clear(PyObject *module)
{
    box_module_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_CLEAR(state->box_type);
    }
    return 0;
}

static void
box_module_free(void *module)
{
    box_module_clear((PyObject *)module);
}

static int type_made_before_the_module_exec(PyObject *m);

static PyModuleDef_Slot type_made_before_the_module_slots[] = {
    {Py_mod_exec, type_made_before_the_module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    "type_made_before_the_module",
    NULL,
    sizeof(box_module_state),
    NULL,
    type_made_before_the_module_slots,
    box_module_traverse,
    box_module_clear,
    box_module_free,
};

static int
type_made_before_the_module_exec(PyObject *m)
{
    PyObject *type = PyType_FromModuleAndSpec(m, &box_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    ((box_module_state *)PyModule_GetState(m))->box_type = type;
    Py_INCREF(type);
    if (PyModule_AddObject(m, "Box", type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_made_before_the_module(void)
{
    return PyModuleDef_Init(&box_module);
}
