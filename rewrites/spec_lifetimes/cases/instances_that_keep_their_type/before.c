/* Converted by hand: instances have a reference to their type, and only Lid's give it back. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    PyTypeObject *box_type;
    PyTypeObject *lid_type;
} shelf_state;

static void
Box_dealloc(PyObject *self)
{
    Py_XDECREF(((Box *)self)->content);
    PyObject_Free(self);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box that nothing can derive from."},
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static void
Crate_dealloc(PyObject *self)
{
    PyObject_Free(self);
}

static PyType_Slot Crate_slots[] = {
    {Py_tp_doc, "A crate, whose subtypes can have another tp_free."},
    {Py_tp_dealloc, Crate_dealloc},
    {0, NULL}
};

static PyType_Spec Crate_spec = {"shelf.Crate", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, Crate_slots};

static int
Tray_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
Tray_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Tray_dealloc(Box *self)
{
    /* What hangs on it may be large. */
    Tray_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyType_Slot Tray_slots[] = {
    {Py_tp_dealloc, Tray_dealloc},
    {Py_tp_traverse, Tray_traverse},
    {Py_tp_clear, Tray_clear},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Tray_spec = {
    .name = "shelf.Tray",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = Tray_slots,
};

/* Its deallocator is CPython's own, which does all that is needed. */
static int
Rack_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return PyDict_Type.tp_traverse((PyObject *)self, visit, arg);
}

static PyType_Slot Rack_slots[] = {
    {Py_tp_traverse, Rack_traverse},
    {0, NULL}
};

static PyType_Spec Rack_spec = {
    .name = "shelf.Rack",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = Rack_slots,
};

static int
Lid_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Lid_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, Lid_dealloc},
    {Py_tp_traverse, Lid_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Lid_spec = {
    .name = "shelf.Lid",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = Lid_slots,
};

static PyObject *
shelf_box(PyObject *module, PyObject *content)
{
    shelf_state *state = PyModule_GetState(module);
    Box *box = PyObject_New(Box, state->box_type);
    if (box == NULL) {
        return NULL;
    }
    Py_INCREF(content);
    box->content = content;
    return (PyObject *)box;
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    PyType_Spec *specs[] = {&Crate_spec, &Tray_spec};
    shelf_state *state = PyModule_GetState(module);
    state->box_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->box_type == NULL) {
        return -1;
    }
    state->lid_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->lid_type == NULL || PyModule_AddType(module, state->lid_type) < 0) {
        return -1;
    }
    PyObject *rack = PyType_FromModuleAndSpec(module, &Rack_spec, (PyObject *)&PyDict_Type);
    if (rack == NULL || PyModule_AddType(module, (PyTypeObject *)rack) < 0) {
        return -1;
    }
    Py_DECREF(rack);
    for (size_t i = 0; i < 2; i++) {
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
    Py_VISIT(state->box_type);
    Py_VISIT(state->lid_type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);
    Py_CLEAR(state->box_type);
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
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
