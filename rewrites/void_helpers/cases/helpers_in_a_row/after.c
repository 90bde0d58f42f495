/* None of the functions that make types ready can say that it failed; the module is returned in any case. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
} BoxObject;

typedef struct {
    PyTypeObject *Lid_Type;
} helpers_in_a_row_state;

static inline helpers_in_a_row_state *
get_helpers_in_a_row_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (helpers_in_a_row_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "helpers_in_a_row.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
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
    .name = "helpers_in_a_row.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

int init_lid(PyObject *module);

static int
init_box(PyObject *module)
{
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;
    if (PyModule_AddStringConstant(module, "version", "1.0") < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    PyModule_AddObject(module, "Box", (PyObject *)Box_Type);
    return 0;
}

int
init_lid(PyObject *module)
{
    helpers_in_a_row_state *state = get_helpers_in_a_row_state(module);

    if (sizeof(long) < 4) {
        PyErr_SetString(PyExc_ImportError, "lids need four bytes");
        return -1;
    }
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Lid_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)state->Lid_Type);
    if (PyErr_Occurred())
        return -1;
    PyModule_AddIntConstant(module, "lids", 1);
    return 0;
}

static int
add_types(PyObject *module)
{
    if (init_box(module) < 0) {
        return -1;
    }
    if (init_lid(module) < 0) {
        return -1;
    }
    return 0;
}

static int
helpers_in_a_row_traverse(PyObject *module, visitproc visit, void *arg)
{
    helpers_in_a_row_state *state = get_helpers_in_a_row_state(module);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
helpers_in_a_row_clear(PyObject *module)
{
    helpers_in_a_row_state *state = get_helpers_in_a_row_state(module);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
helpers_in_a_row_free(void *module)
{
    helpers_in_a_row_clear((PyObject *)module);
}

static int helpers_in_a_row_exec(PyObject *module);

static PyModuleDef_Slot helpers_in_a_row_slots[] = {
    {Py_mod_exec, helpers_in_a_row_exec},
    {0, NULL}
};

static struct PyModuleDef helpers_in_a_row_module = {
    PyModuleDef_HEAD_INIT, "helpers_in_a_row", NULL, sizeof(helpers_in_a_row_state), NULL,
    helpers_in_a_row_slots, helpers_in_a_row_traverse, helpers_in_a_row_clear,
    helpers_in_a_row_free
};

static int
helpers_in_a_row_exec(PyObject *module)
{
    if (add_types(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_helpers_in_a_row(void)
{
    return PyModuleDef_Init(&helpers_in_a_row_module);
}
