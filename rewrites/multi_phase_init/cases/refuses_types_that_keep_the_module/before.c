/* Made by each import, the module and its type would keep each other: deallocators need what m_clear would empty. */
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
    .name = "refuses_types_that_keep_the_module.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = Box_slots,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_types_that_keep_the_module",
    .m_size = sizeof(shelf_state),
};

PyMODINIT_FUNC
PyInit_refuses_types_that_keep_the_module(void)
{
    PyObject *module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    shelf_state *state = PyModule_GetState(module);
    state->log = PyList_New(0);
    if (state->log == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    state->box_type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->box_type == NULL || PyModule_AddType(module, (PyTypeObject *)state->box_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
