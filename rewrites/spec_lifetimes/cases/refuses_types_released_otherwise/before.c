/* Deallocators give the type back in other ways, or a subtype's does; others visit the type. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyObject *lid_type;
} shelf_state;

static struct PyModuleDef shelf_module;

static void
release_type(PyObject *type)
{
    Py_DECREF(type);
}

static void
Box_dealloc(Box *self)
{
    PyObject *type = (PyObject *)Py_TYPE(self);

    Py_XDECREF(self->content);
    PyObject_Free(self);
    release_type(type);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL}
};

static PyType_Spec Box_spec = {"shelf.Box", sizeof(Box), 0, Py_TPFLAGS_DEFAULT, Box_slots};

static void
Lid_dealloc(PyObject *self)
{
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    shelf_state *state = PyModule_GetState(module);

    PyObject_Free(self);
    Py_DECREF(state->lid_type);
}

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, Lid_dealloc},
    {0, NULL}
};

static PyType_Spec Lid_spec = {"shelf.Lid", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Lid_slots};

static void
Crate_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot Crate_slots[] = {
    {Py_tp_dealloc, Crate_dealloc},
    {0, NULL}
};

static PyType_Spec Crate_spec = {"shelf.Crate", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Crate_slots};

static void
Case_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    Crate_dealloc(self);
    Py_DECREF(tp);
}

static PyType_Slot Case_slots[] = {
    {Py_tp_dealloc, Case_dealloc},
    {0, NULL}
};

static PyType_Spec Case_spec = {"shelf.Case", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, Case_slots};

static int
visit_all(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static int
Tray_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return visit_all((PyObject *)self, visit, arg);
}

static PyType_Slot Tray_slots[] = {
    {Py_tp_traverse, Tray_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Tray_spec = {
    "shelf.Tray", sizeof(Box), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, Tray_slots
};

static int
Rack_traverse(Box *self, visitproc visit, void *arg)
{
#if PY_VERSION_HEX >= 0x030D0000
    Py_VISIT(Py_TYPE(self));
#endif
    Py_VISIT(self->content);
    return 0;
}

static PyType_Slot Rack_slots[] = {
    {Py_tp_traverse, Rack_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Rack_spec = {
    "shelf.Rack", sizeof(Box), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, Rack_slots
};

static int
shelf_exec(PyObject *module)
{
    PyType_Spec *specs[] = {&Box_spec, &Crate_spec, &Case_spec, &Tray_spec, &Rack_spec};
    shelf_state *state = PyModule_GetState(module);
    state->lid_type = PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->lid_type == NULL) {
        return -1;
    }
    for (size_t i = 0; i < 5; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        if (type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
            return -1;
        }
        Py_DECREF(type);
    }
    return 0;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = PyModule_GetState(module);
    Py_VISIT(state->lid_type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    Py_CLEAR(state->lid_type);
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
