/* An instance that the collector sees asks for the state when it is freed: m_clear would have emptied that. */
#include <Python.h>

typedef struct {
    PyObject *box_type;
    PyObject *log;
} shelf_state;

typedef struct {
    PyObject_HEAD
    PyObject *owner;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *type = Py_TYPE(self);
    shelf_state *state = PyType_GetModuleState(type);

    PyObject_GC_UnTrack(self);
    if (PyList_Append(state->log, Py_None) < 0) {
        PyErr_Clear();
    }
    Py_XDECREF(self->owner);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "refuses_state_that_deallocators_need.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = Box_slots,
};

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    state->log = PyList_New(0);
    if (state->log == NULL) {
        return -1;
    }
    state->box_type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    return state->box_type == NULL ? -1 : PyModule_AddType(module, (PyTypeObject *)state->box_type);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_state_that_deallocators_need",
    .m_size = sizeof(shelf_state),
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_refuses_state_that_deallocators_need(void)
{
    return PyModuleDef_Init(&shelf_module);
}
