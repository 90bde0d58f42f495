/* Other extensions find the boxes by an array in a capsule. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    void *box_api[2];
} capsule_with_an_array_state;

static inline capsule_with_an_array_state *
get_capsule_with_an_array_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_with_an_array_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "capsule_with_an_array.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
box_check(PyObject *object)
{
    return object != Py_None;
}

static int
capsule_with_an_array_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_with_an_array_state *state = get_capsule_with_an_array_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
capsule_with_an_array_clear(PyObject *module)
{
    capsule_with_an_array_state *state = get_capsule_with_an_array_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
capsule_with_an_array_free(void *module)
{
    capsule_with_an_array_clear((PyObject *)module);
}

static int capsule_with_an_array_exec(PyObject *module);

static PyModuleDef_Slot capsule_with_an_array_slots[] = {
    {Py_mod_exec, capsule_with_an_array_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_with_an_array",
    .m_size = sizeof(capsule_with_an_array_state),
    .m_traverse = capsule_with_an_array_traverse,
    .m_clear = capsule_with_an_array_clear,
    .m_free = capsule_with_an_array_free,
    .m_slots = capsule_with_an_array_slots,
};

static int
capsule_with_an_array_exec(PyObject *module)
{
    capsule_with_an_array_state *state = get_capsule_with_an_array_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->box_api[0] = (void *)state->Box_Type;  /* the type */
    /* functions */
    state->box_api[1] = (void *)box_check;
    if (PyModule_AddObject(module, "_API",
                           PyCapsule_New(state->box_api, "capsule_with_an_array._API", NULL)) < 0) {
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_capsule_with_an_array(void)
{
    return PyModuleDef_Init(&box_module);
}
