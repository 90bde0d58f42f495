#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int n;
} Box;

typedef struct {
    PyTypeObject *BoxType;
} box_state;

static inline box_state *
get_box_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (box_state *)state;
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static PyObject *
Box_a_twin_of_the_box_at_its_side(Box *self, PyObject *Py_UNUSED(ignored))
{
    Box *twin = (Box *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

    if (twin != NULL)
        twin->n = self->n;
    return (PyObject *)twin;
}

static PyMethodDef Box_methods[] = {
    {"a_twin_of_the_box_at_its_side", (PyCFunction)Box_a_twin_of_the_box_at_its_side, METH_NOARGS, "another one"},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, Box_new},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* Fill the type, and add it. */
static PyTypeObject *
Box_init_type(PyObject *m)
{
    box_state *state = get_box_state(m);

    state->BoxType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->BoxType == NULL)
        return NULL;

    Py_INCREF(state->BoxType);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->BoxType))
        return NULL;

    return state->BoxType;
}

static int
boxmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_state *state = get_box_state(module);
    Py_VISIT(state->BoxType);
    return 0;
}

static int
boxmodule_clear(PyObject *module)
{
    box_state *state = get_box_state(module);
    Py_CLEAR(state->BoxType);
    return 0;
}

static void
boxmodule_free(void *module)
{
    boxmodule_clear((PyObject *)module);
}

static int boxmodule_exec(PyObject *m);

static PyModuleDef_Slot boxmodule_slots[] = {
    {Py_mod_exec, boxmodule_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, sizeof(box_state), NULL, boxmodule_slots,
    boxmodule_traverse, boxmodule_clear, boxmodule_free
};

static int
boxmodule_exec(PyObject *m)
{
    if (!Box_init_type(m)) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
