/* Deallocators that ask by a macro for their exact type, which others ask for as well. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

typedef struct {
    PyTypeObject *Box_Type;

    /* Boxes that were finalised, and what else was freed. */
    int finalised;
    int others;
} exact_type_tested_by_macros_state;

static struct PyModuleDef box_module;

static inline exact_type_tested_by_macros_state *
get_exact_type_tested_by_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (exact_type_tested_by_macros_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline exact_type_tested_by_macros_state *
get_exact_type_tested_by_macros_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &box_module);
    assert(module != NULL);
    return get_exact_type_tested_by_macros_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline exact_type_tested_by_macros_state *
find_exact_type_tested_by_macros_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &box_module) {
            return get_exact_type_tested_by_macros_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

#define Box_CheckExact(state, op) Py_IS_TYPE(op, (state)->Box_Type)

static PyObject *
box_item(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *item = self->item != NULL ? self->item : Py_None;

    Py_INCREF(item);
    return item;
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
box_finalize(PyObject *self)
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state_by_type(Py_TYPE(self));

    state->finalised++;
}

static void
box_dealloc(PyObject *self)
{
    exact_type_tested_by_macros_state *state =
        find_exact_type_tested_by_macros_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    Box *box = (Box *)self;

    if (Py_TYPE(box)->tp_methods == box_methods) {
        /* Where it is of a subclass, subtype_dealloc calls the finaliser. */
        if (PyObject_CallFinalizerFromDealloc(self) < 0) {
            return;
        }
    }
    PyObject_GC_UnTrack(self);
    if (state != NULL && Py_TYPE(self)->tp_methods != box_methods &&
        Py_TYPE(self)->tp_methods != crate_methods) {
        state->others++;
    }
    (void)box_clear(box);
    tp->tp_free(self);
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
    {Py_tp_finalize, box_finalize},
    {Py_tp_methods, box_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "exact_type_tested_by_macros.Box",
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
    .name = "exact_type_tested_by_macros.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static PyObject *
freed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state(module);

    return Py_BuildValue("ii", state->finalised, state->others);
}

static PyObject *
is_exact(PyObject *module, PyObject *object)
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state(module);

    return PyBool_FromLong(Box_CheckExact(state, object));
}

static PyMethodDef functions[] = {
    {"freed", freed, METH_NOARGS, NULL},
    {"is_exact", is_exact, METH_O, NULL},
    {NULL}
};

static int
exact_type_tested_by_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
exact_type_tested_by_macros_clear(PyObject *module)
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
exact_type_tested_by_macros_free(void *module)
{
    exact_type_tested_by_macros_clear((PyObject *)module);
}

static int exact_type_tested_by_macros_exec(PyObject *module);

static PyModuleDef_Slot exact_type_tested_by_macros_slots[] = {
    {Py_mod_exec, exact_type_tested_by_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exact_type_tested_by_macros",
    .m_size = sizeof(exact_type_tested_by_macros_state),
    .m_methods = functions,
    .m_traverse = exact_type_tested_by_macros_traverse,
    .m_clear = exact_type_tested_by_macros_clear,
    .m_free = exact_type_tested_by_macros_free,
    .m_slots = exact_type_tested_by_macros_slots,
};

static int
exact_type_tested_by_macros_exec(PyObject *module)
{
    exact_type_tested_by_macros_state *state =
        get_exact_type_tested_by_macros_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Crate_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (Crate_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0 ||
        PyModule_AddType(module, Crate_Type) < 0) {
        Py_DECREF(Crate_Type);
        return -1;
    }
    Py_DECREF(Crate_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_exact_type_tested_by_macros(void)
{
    return PyModuleDef_Init(&box_module);
}
