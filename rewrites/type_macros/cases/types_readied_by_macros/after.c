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
    PyTypeObject *Lid_Type;
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
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "shelf.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
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

#define ADD(name, type) \
    Py_INCREF(type); \
    if (PyModule_AddObject(module, name, (PyObject *)(type)) < 0) \
        return -1;

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Box_Type);
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

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        return -1;
    ADD("Box", state->Box_Type);
    ADD("Lid", state->Lid_Type);
    PyTypeObject *Tag_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (Tag_Type == NULL) {
        goto error;
    }
    if (PyModule_AddObject(module, "Tag", (PyObject *)Tag_Type) < 0) {
        Py_DECREF(Tag_Type);
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
