#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyObject *
box_size(Box *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(self->size);
}

static PyMethodDef box_methods[] = {
    {"size", (PyCFunction)box_size, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Crate_Type;
    PyTypeObject *Lid_Type;
    PyTypeObject *Tag_Type;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
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

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lid_methods[] = {
    {"__reduce__", Lid_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_methods, Lid_methods},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "shelf.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyType_Slot Tag_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "shelf.Tag",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

/* Readies a type, and adds it to the module. */
static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static int
add_quietly(PyObject *module, const char *name, PyTypeObject *type)
{
    if (!PyModule_Check(module))
        return 0;
    return PyModule_AddObject(module, name, (PyObject *)type) == 0;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Crate_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->Tag_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Crate_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->Tag_Type);
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
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        goto error;
    }
    if (add_type(module, "Box", state->Box_Type) < 0) {
        goto error;
    }
    state->Crate_Type = shelf_new_subtype(module, &Crate_spec, state->Box_Type);
    if (state->Crate_Type == NULL) {
        goto error;
    }
    if (add_type(module, "Crate", state->Crate_Type) < 0 ||
        PyModule_AddIntConstant(module, "SIZE", 3) < 0) {
        goto error;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto error;
    Py_INCREF(state->Lid_Type);
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
#endif
    if (!add_quietly(module, "Lid", state->Lid_Type))
        goto error;
    if (PyModule_AddIntConstant(module, "TAGS", 3) < 0) {
        goto error;
    }
    state->Tag_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (state->Tag_Type == NULL ||
        add_type(module, "Tag", state->Tag_Type) < 0) {
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
