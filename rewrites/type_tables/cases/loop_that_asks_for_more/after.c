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

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Crate_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Crate_methods[] = {
    {"__reduce__", Crate_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_methods, Crate_methods},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "shelf.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Crate_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Crate_Type);
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
    sizeof(shelf_state), NULL, shelf_slots, shelf_traverse, shelf_clear, shelf_free};

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    size_t i;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Crate_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (state->Crate_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Crate_Type->tp_new = NULL;
#endif

    const struct {
        const char *name;
        PyTypeObject *type;
    } types[] = {
        {"Box", state->Box_Type},
        {"Crate", state->Crate_Type},
    };

    for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (PyObject_SetAttrString(module, types[i].name, (PyObject *)types[i].type) < 0) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
