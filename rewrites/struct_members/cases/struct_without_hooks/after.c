#include <Python.h>

/* Nothing looks after the struct: the module gets hooks. */

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_doc, "A lid."},
    {0, NULL}
};

static PyType_Spec Lid_spec = {
    .name = "boxes.Lid",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Lid_slots,
};

typedef struct {
    /* What is raised. */
    PyObject *Error;
    PyTypeObject *Box_type;
} boxes_state;

static inline boxes_state *
get_boxes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_state *)state;
}

static PyObject *
fail(PyObject *module, PyObject *text)
{
    boxes_state *state = get_boxes_state(module);

    PyErr_SetObject(state->Error, text);
    return NULL;
}

static PyMethodDef boxes_functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_state *state = get_boxes_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Box_type);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Box_type);
    return 0;
}

static void
boxes_free(void *module)
{
    boxes_clear((PyObject *)module);
}

static int boxes_exec(PyObject *module);

static PyModuleDef_Slot boxes_slots[] = {
    {Py_mod_exec, boxes_exec},
    {0, NULL}
};

static PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes",
    .m_size = sizeof(boxes_state),
    .m_methods = boxes_functions,
    .m_traverse = boxes_traverse,
    .m_clear = boxes_clear,
    .m_free = boxes_free,
    .m_slots = boxes_slots,
};

static int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **place)
{
    PyObject *type = PyType_FromSpec(spec);

    if (PyModule_AddObject(module, name, type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    Py_INCREF(type);
    *place = (PyTypeObject *)type;
    return 0;
}

static int
boxes_exec(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);

    state->Error = PyErr_NewException("boxes.Error", NULL, NULL);
    if (state->Error == NULL) {
        goto error;
    }
    if (add_type(module, "Box", &Box_spec, &state->Box_type) < 0) {
        goto error;
    }
    /* The same place again: only one of them is needed. */
    Py_CLEAR(state->Box_type);
    if (add_type(module, "Lid", &Lid_spec, &state->Box_type) < 0) {
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    return PyModuleDef_Init(&boxes_module);
}
