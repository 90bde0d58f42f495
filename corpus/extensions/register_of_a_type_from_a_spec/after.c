#include <Python.h>

/* Boxes, whose type is made from a spec already, and registered with abstract base classes. */

typedef struct {
    PyObject *BoxType;
    PyObject *BoxError;
} register_of_a_type_from_a_spec_state;

static inline register_of_a_type_from_a_spec_state *
get_register_of_a_type_from_a_spec_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (register_of_a_type_from_a_spec_state *)state;
}

static inline register_of_a_type_from_a_spec_state *
get_register_of_a_type_from_a_spec_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (register_of_a_type_from_a_spec_state *)state;
}

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static int
box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l:Box", &self->size))
        return -1;
    if (self->size < 0) {
        register_of_a_type_from_a_spec_state *state =
            get_register_of_a_type_from_a_spec_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->BoxError, "a box has a size");
        return -1;
    }
    return 0;
}

static Py_ssize_t
box_length(Box *self)
{
    return self->size;
}

static void
box_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot box_slots[] = {
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, box_dealloc},
    {Py_sq_length, box_length},
    {0, NULL}
};

static PyType_Spec box_spec = {
    "register_of_a_type_from_a_spec.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, box_slots
};

static int
register_of_a_type_from_a_spec_traverse(PyObject *module, visitproc visit, void *arg)
{
    register_of_a_type_from_a_spec_state *state =
        get_register_of_a_type_from_a_spec_state(module);
    Py_VISIT(state->BoxType);
    Py_VISIT(state->BoxError);
    return 0;
}

static int
register_of_a_type_from_a_spec_clear(PyObject *module)
{
    register_of_a_type_from_a_spec_state *state =
        get_register_of_a_type_from_a_spec_state(module);
    Py_CLEAR(state->BoxType);
    Py_CLEAR(state->BoxError);
    return 0;
}

static void
register_of_a_type_from_a_spec_free(void *module)
{
    register_of_a_type_from_a_spec_clear((PyObject *)module);
}

static int register_of_a_type_from_a_spec_exec(PyObject *module);

static PyModuleDef_Slot register_of_a_type_from_a_spec_slots[] = {
    {Py_mod_exec, register_of_a_type_from_a_spec_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "register_of_a_type_from_a_spec",
    .m_size = sizeof(register_of_a_type_from_a_spec_state),
    .m_traverse = register_of_a_type_from_a_spec_traverse,
    .m_clear = register_of_a_type_from_a_spec_clear,
    .m_free = register_of_a_type_from_a_spec_free,
    .m_slots = register_of_a_type_from_a_spec_slots,
};

static int
register_of_a_type_from_a_spec_exec(PyObject *module)
{
    register_of_a_type_from_a_spec_state *state =
        get_register_of_a_type_from_a_spec_state(module);
    PyObject *abc, *sized;
    PyObject *result;

    state->BoxError = PyErr_NewException("register_of_a_type_from_a_spec.BoxError", NULL,
                                         NULL);
    if (state->BoxError == NULL)
        goto error;
    state->BoxType = PyType_FromModuleAndSpec(module, &box_spec, NULL);
    if (state->BoxType == NULL)
        goto error;
    abc = PyImport_ImportModule("collections.abc");
    if (abc == NULL)
        goto error;
    sized = PyObject_GetAttrString(abc, "Sized");
    Py_DECREF(abc);
    if (sized == NULL)
        goto error;
    result = PyObject_CallMethod(sized, "register", "O", state->BoxType);
    if (result == NULL) {
        Py_DECREF(sized);
        goto error;
    }
    Py_DECREF(result);
    Py_DECREF(sized);
    Py_INCREF(state->BoxType);
    if (PyModule_AddObject(module, "Box", state->BoxType) < 0) {
        Py_DECREF(state->BoxType);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_register_of_a_type_from_a_spec(void)
{
    return PyModuleDef_Init(&boxes_module);
}
