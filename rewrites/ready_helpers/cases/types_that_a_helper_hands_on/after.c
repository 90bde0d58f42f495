#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

typedef struct {
    PyObject *contents_str;
    PyTypeObject *Box_Type;
    PyTypeObject *Crate_Type;
    PyTypeObject *Tag_Type;
    PyTypeObject *Lid_Type;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
shelf_no_pickle(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef shelf_no_pickle_methods[] = {
    {"__reduce__", shelf_no_pickle, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, shelf_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
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

static PyType_Slot Tag_slots[] = {
    {Py_tp_methods, shelf_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "shelf.Tag",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_methods, shelf_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "shelf.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

/* Readies a type, with no slots of its own to pickle. */
static int
init_type(PyTypeObject *type)
{
    int result;
    PyObject *names;
    names = PyTuple_New(0);
    if (!names) {
        return 0;
    }
    result = PyDict_SetItemString(type->tp_dict, "__slotnames__", names);
    Py_DECREF(names);
    return result == 0;
}

static int
init_plain(PyTypeObject *type)
{
    return init_type(type);
}

static int
init_container(shelf_state *state, PyTypeObject *kind, PyTypeObject *contents)
{
    if (!init_type(kind)) {
        return 0;
    }
    return PyDict_SetItem(kind->tp_dict, state->contents_str,
                          (PyObject *)contents) == 0;
}

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->contents_str);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Crate_Type);
    Py_VISIT(state->Tag_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->contents_str);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Crate_Type);
    Py_CLEAR(state->Tag_Type);
    Py_CLEAR(state->Lid_Type);
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

    state->contents_str = PyUnicode_InternFromString("contents");
    if (!state->contents_str)
        return -1;
    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    if (!init_type(state->Box_Type))
        return -1;
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
            return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
#endif
    if (!init_plain(state->Lid_Type))
            return -1;
    state->Tag_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (state->Tag_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Tag_Type->tp_new = NULL;
#endif
    if (!init_plain(state->Tag_Type))
        return -1;
    state->Crate_Type = shelf_new_subtype(module, &Crate_spec, state->Box_Type);
    if (state->Crate_Type == NULL) {
        return -1;
    }
    if (!init_container(state, state->Crate_Type, state->Lid_Type)) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Crate",
                              (PyObject *)state->Crate_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
