#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

typedef struct {
    /* Instances that were freed. */
    int boxes;
    int others;
} exact_type_tested_in_dealloc_state;

static struct PyModuleDef exact_type_tested_in_dealloc;

static inline exact_type_tested_in_dealloc_state *
get_exact_type_tested_in_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (exact_type_tested_in_dealloc_state *)state;
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline exact_type_tested_in_dealloc_state *
find_exact_type_tested_in_dealloc_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &exact_type_tested_in_dealloc) {
            return get_exact_type_tested_in_dealloc_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

static PyObject *
box_item(Box *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O", self->item != NULL ? self->item : Py_None);
}

static PyMethodDef box_methods[] = {
    {"item", (PyCFunction)box_item, METH_NOARGS, NULL},
    {NULL}
};

static PyMethodDef crate_methods[] = {
    {"item", (PyCFunction)box_item, METH_NOARGS, NULL},
    {NULL}
};

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    if (Py_TYPE(self)->tp_methods == box_methods)
        assert(Py_TYPE(self)->tp_dictoffset == 0);
    Py_VISIT(self->item);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static void
box_dealloc(Box *self)
{
    exact_type_tested_in_dealloc_state *state =
        find_exact_type_tested_in_dealloc_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (Py_TYPE(self)->tp_methods == box_methods) {
        if (state != NULL) {
            state->boxes++;
        }
    }
    else if (state != NULL && Py_TYPE((PyObject *)self)->tp_methods != crate_methods &&
             !(Py_TYPE(self)->tp_methods == crate_methods)) {
        state->others++;
    }
    Py_XDECREF(self->item);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *item = NULL;

    if (!PyArg_ParseTuple(args, "|O", &item)) {
        return -1;
    }
    Py_XINCREF(item);
    Py_XSETREF(self->item, item);
    return 0;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "exact_type_tested_in_dealloc.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, crate_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "exact_type_tested_in_dealloc.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static PyObject *
freed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    exact_type_tested_in_dealloc_state *state = get_exact_type_tested_in_dealloc_state(module);

    return Py_BuildValue("ii", state->boxes, state->others);
}

static PyMethodDef functions[] = {
    {"freed", freed, METH_NOARGS, NULL},
    {NULL}
};

static int exact_type_tested_in_dealloc_exec(PyObject *module);

static PyModuleDef_Slot exact_type_tested_in_dealloc_slots[] = {
    {Py_mod_exec, exact_type_tested_in_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef exact_type_tested_in_dealloc = {PyModuleDef_HEAD_INIT, "exact_type_tested_in_dealloc", NULL, sizeof(exact_type_tested_in_dealloc_state), functions,
    exact_type_tested_in_dealloc_slots};

static int
exact_type_tested_in_dealloc_exec(PyObject *module)
{
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Crate_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (Crate_Type == NULL) {
        Py_DECREF(Box_Type);
        return -1;
    }
    if (PyModule_AddType(module, Box_Type) < 0 || PyModule_AddType(module, Crate_Type) < 0) {
        Py_DECREF(Crate_Type);
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(Box_Type);
    Py_DECREF(Crate_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_exact_type_tested_in_dealloc(void)
{
    return PyModuleDef_Init(&exact_type_tested_in_dealloc);
}
