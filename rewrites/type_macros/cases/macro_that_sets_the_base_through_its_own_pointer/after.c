#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Mistake_Type;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "shelf.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static int
Mistake_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Mistake_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyType_Slot Mistake_slots[] = {
    {Py_tp_traverse, Mistake_traverse},
    {Py_tp_clear, Mistake_clear},
    {0, NULL},
};

static PyType_Spec Mistake_spec = {
    .name = "shelf.Mistake",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Mistake_slots,
};

static PyTypeObject *
shelf_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
add_types(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Crate_Type = shelf_new_subtype(module, &Crate_spec,
                                                 state->Box_Type);
    if (Crate_Type == NULL) {
        return -1;
    }
    state->Mistake_Type = shelf_new_subtype(module, &Mistake_spec,
                                            (PyTypeObject *)PyExc_Exception);
    if (state->Mistake_Type == NULL) {
        Py_DECREF(Crate_Type);
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0
        || PyModule_AddType(module, Crate_Type) < 0) {
        Py_DECREF(Crate_Type);
        return -1;
    }
    Py_DECREF(Crate_Type);
    return PyModule_AddType(module, state->Mistake_Type);
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Mistake_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Mistake_Type);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL,
    sizeof(shelf_state), NULL, shelf_slots, shelf_traverse, shelf_clear,
    shelf_free};

static int
shelf_exec(PyObject *module)
{
    if (add_types(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
