/* The class of a type from a spec is type: what gives it to each row goes with what makes the types ready. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loop_that_sets_classes_state;

static inline loop_that_sets_classes_state *
get_loop_that_sets_classes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_that_sets_classes_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_that_sets_classes.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_that_sets_classes.Lid",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
add_types(PyObject *module)
{
    loop_that_sets_classes_state *state = get_loop_that_sets_classes_state(module);
    int i;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) { return -1; }
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) { return -1; }

    struct {
        const char *name;
        PyTypeObject *type;
    } typetable[] = {
        { "Box", state->Box_Type },
        { "Lid", state->Lid_Type },
        {NULL}  /* Sentinel */
    };

    for (i = 0; typetable[i].name; i++) {
        PyObject *type = (PyObject *)typetable[i].type;

        Py_INCREF(type);
        if (0 > PyModule_AddObject(module, typetable[i].name, type)) {
            Py_DECREF(type);
            return -1;
        }
    }
    return 0;
}

static int
loop_that_sets_classes_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_that_sets_classes_state *state = get_loop_that_sets_classes_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loop_that_sets_classes_clear(PyObject *module)
{
    loop_that_sets_classes_state *state = get_loop_that_sets_classes_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loop_that_sets_classes_free(void *module)
{
    loop_that_sets_classes_clear((PyObject *)module);
}

static int loop_that_sets_classes_exec(PyObject *m);

static PyModuleDef_Slot loop_that_sets_classes_slots[] = {
    {Py_mod_exec, loop_that_sets_classes_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "loop_that_sets_classes", NULL, sizeof(loop_that_sets_classes_state), NULL,
    loop_that_sets_classes_slots, loop_that_sets_classes_traverse, loop_that_sets_classes_clear,
    loop_that_sets_classes_free
};

static int
loop_that_sets_classes_exec(PyObject *m)
{
    if (add_types(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_that_sets_classes(void)
{
    return PyModuleDef_Init(&moduledef);
}
