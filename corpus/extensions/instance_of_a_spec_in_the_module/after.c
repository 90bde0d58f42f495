#include <Python.h>

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} instance_of_a_spec_in_the_module_state;

static inline instance_of_a_spec_in_the_module_state *
get_instance_of_a_spec_in_the_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instance_of_a_spec_in_the_module_state *)state;
}

typedef struct {
    PyObject_HEAD
    int width;
} Box;

static PyObject *
Box_width(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->width);
}

static PyMethodDef Box_methods[] = {
    {"width", (PyCFunction)Box_width, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "instance_of_a_spec_in_the_module.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "instance_of_a_spec_in_the_module.Lid",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Lid_slots,
};

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    instance_of_a_spec_in_the_module_state *state =
        get_instance_of_a_spec_in_the_module_state(module);

    return PyBool_FromLong(Py_TYPE(object) == state->Box_Type);
}

static PyObject *
is_lid(PyObject *module, PyObject *object)
{
    instance_of_a_spec_in_the_module_state *state =
        get_instance_of_a_spec_in_the_module_state(module);

    return PyBool_FromLong(Py_TYPE(object) == state->Lid_Type);
}

static PyMethodDef shelf_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {"is_lid", is_lid, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
shelf_exec(PyObject *module)
{
    instance_of_a_spec_in_the_module_state *state =
        get_instance_of_a_spec_in_the_module_state(module);
    PyObject *empty;

    state->Box_Type = (PyTypeObject *)PyType_FromSpec(&Box_spec);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
    empty = PyType_GenericNew(state->Box_Type, NULL, NULL);
    if (empty == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "empty", empty) < 0) {
        Py_DECREF(empty);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static int
instance_of_a_spec_in_the_module_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    instance_of_a_spec_in_the_module_state *state =
        get_instance_of_a_spec_in_the_module_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
instance_of_a_spec_in_the_module_clear(PyObject *module)
{
    instance_of_a_spec_in_the_module_state *state =
        get_instance_of_a_spec_in_the_module_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
instance_of_a_spec_in_the_module_free(void *module)
{
    instance_of_a_spec_in_the_module_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "instance_of_a_spec_in_the_module",
    .m_size = sizeof(instance_of_a_spec_in_the_module_state),
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_traverse = instance_of_a_spec_in_the_module_traverse,
    .m_clear = instance_of_a_spec_in_the_module_clear,
    .m_free = instance_of_a_spec_in_the_module_free,
};

PyMODINIT_FUNC
PyInit_instance_of_a_spec_in_the_module(void)
{
    return PyModuleDef_Init(&shelf_module);
}
