#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Duals that are made and dropped all the time. */

typedef struct {
    PyObject_HEAD
    double real, dual;
} DualObject;

/* As many as a long sum needs. */
#define SPARE (2 * SPARE_HALF)
#define SPARE_HALF 20

typedef struct {
    PyTypeObject *Dual_Type;
    DualObject *spare[SPARE];
    int num_spare;
} free_list_revived_by_hand_state;

static struct PyModuleDef module_def;

static inline free_list_revived_by_hand_state *
get_free_list_revived_by_hand_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_list_revived_by_hand_state *)state;
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

static inline free_list_revived_by_hand_state *
get_free_list_revived_by_hand_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &module_def);
    assert(module != NULL);
    return get_free_list_revived_by_hand_state(module);
}

static inline free_list_revived_by_hand_state *
get_free_list_revived_by_hand_state_by_types(PyTypeObject *first,
                                             PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &module_def);
        if (module != NULL) {
            return get_free_list_revived_by_hand_state(module);
        }
        PyErr_Clear();
    }
    return get_free_list_revived_by_hand_state_by_type(second);
}

static DualObject *
dual_from(free_list_revived_by_hand_state *state, double real, double dual)
{
    DualObject *self;

    if (state->num_spare > 0) {
        self = state->spare[--state->num_spare];
        PyObject_Init((PyObject *)self, state->Dual_Type);
    } else {
        self = (DualObject *)state->Dual_Type->tp_alloc(state->Dual_Type, 0);
        if (self == NULL)
            return NULL;
    }
    self->real = real;
    self->dual = dual;
    return self;
}

static void
dual_dealloc(DualObject *self)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    if (state->num_spare < SPARE) {
        state->spare[state->num_spare++] = self;
    } else {
        tp->tp_free((PyObject *)self);
    }
    Py_DECREF(tp);
}

static PyObject *
dual_add(PyObject *left, PyObject *right)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state_by_types(
            Py_TYPE(left), Py_TYPE(right));
    DualObject *a, *b;

    if (Py_TYPE(left) != state->Dual_Type ||
        Py_TYPE(right) != state->Dual_Type)
        Py_RETURN_NOTIMPLEMENTED;
    a = (DualObject *)left;
    b = (DualObject *)right;
    return (PyObject *)dual_from(state, a->real + b->real, a->dual + b->dual);
}

static PyObject *
dual_repr(DualObject *self)
{
    return PyUnicode_FromFormat("Dual(%d, %d)", (int)self->real, (int)self->dual);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Dual_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Dual_methods[] = {
    {"__reduce__", Dual_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Dual_slots[] = {
    {Py_tp_dealloc, dual_dealloc},
    {Py_tp_repr, dual_repr},
    {Py_nb_add, dual_add},
    {Py_tp_methods, Dual_methods},
    {0, NULL},
};

static PyType_Spec Dual_spec = {
    .name = "free_list_revived_by_hand.Dual",
    .basicsize = sizeof(DualObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Dual_slots,
};

static PyObject *
dual(PyObject *module, PyObject *args)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state(module);
    double real, eps;

    if (!PyArg_ParseTuple(args, "dd:dual", &real, &eps))
        return NULL;
    return (PyObject *)dual_from(state, real, eps);
}

static PyMethodDef functions[] = {
    {"dual", dual, METH_VARARGS, "Return a dual of two numbers."},
    {NULL, NULL, 0, NULL}
};

static int
free_list_revived_by_hand_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state(module);
    Py_VISIT(state->Dual_Type);
    return 0;
}

static int
free_list_revived_by_hand_clear(PyObject *module)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state(module);
    Py_CLEAR(state->Dual_Type);
    while (state->num_spare > 0) {
        PyObject_Free(state->spare[--state->num_spare]);
    }
    return 0;
}

static void
free_list_revived_by_hand_free(void *module)
{
    free_list_revived_by_hand_clear((PyObject *)module);
}

static int free_list_revived_by_hand_exec(PyObject *module);

static PyModuleDef_Slot free_list_revived_by_hand_slots[] = {
    {Py_mod_exec, free_list_revived_by_hand_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_revived_by_hand",
    .m_doc = "Sums of duals.",
    .m_size = sizeof(free_list_revived_by_hand_state),
    .m_methods = functions,
    .m_traverse = free_list_revived_by_hand_traverse,
    .m_clear = free_list_revived_by_hand_clear,
    .m_free = free_list_revived_by_hand_free,
    .m_slots = free_list_revived_by_hand_slots,
};

static int
free_list_revived_by_hand_exec(PyObject *module)
{
    free_list_revived_by_hand_state *state =
        get_free_list_revived_by_hand_state(module);

    state->Dual_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Dual_spec, NULL);
    if (state->Dual_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Dual_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Dual_Type);
    if (PyModule_AddObject(module, "Dual", (PyObject *)state->Dual_Type) < 0) {
        Py_DECREF(state->Dual_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_free_list_revived_by_hand(void)
{
    return PyModuleDef_Init(&module_def);
}
