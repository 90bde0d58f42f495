#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Words of a stream: numbers, `gap` for what is missing, and two sizes of paper. All of these are static objects. */

typedef struct {
    PyObject_HEAD
    int width;
    const char *label;
} Paper;

typedef struct {
    PyObject *gap_object;
    PyTypeObject *Paper_Type;
    Paper *a5;
    Paper *a4;
} objects_allocated_statically_state;

static inline objects_allocated_statically_state *
get_objects_allocated_statically_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (objects_allocated_statically_state *)state;
}

static inline objects_allocated_statically_state *
get_objects_allocated_statically_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (objects_allocated_statically_state *)state;
}

#define gap (state->gap_object)
#define RETURN_GAP return Py_INCREF(gap), gap

static PyObject *
gap_repr(PyObject *op)
{
    return PyUnicode_FromString("gap");
}

static int
gap_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
gap_dealloc(PyObject *ignored)
{
    PyTypeObject *tp = Py_TYPE(ignored);

    PyObject_GC_UnTrack(ignored);
    tp->tp_free(ignored);
    Py_DECREF(tp);
}

static PyObject *
gap_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    objects_allocated_statically_state *state =
        get_objects_allocated_statically_state_by_type(type);

    if (PyTuple_GET_SIZE(args) || (kwargs && PyDict_Size(kwargs))) {
        PyErr_SetString(PyExc_TypeError, "gap takes no arguments");
        return NULL;
    }
    Py_INCREF(gap);
    return gap;
}

static int
gap_bool(PyObject *op)
{
    return 0;
}

static PyType_Slot Gap_slots[] = {
    {Py_tp_new, gap_new},
    {Py_tp_dealloc, gap_dealloc},
    {Py_tp_repr, gap_repr},
    {Py_nb_bool, gap_bool},
    {Py_tp_traverse, gap_traverse},
    {0, NULL},
};

static PyType_Spec Gap_spec = {
    .name = "objects_allocated_statically.Gap",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Gap_slots,
};

static int
Paper_traverse(Paper *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Paper_dealloc(Paper *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Paper_str(Paper *self)
{
    return PyUnicode_FromFormat("%s (%d mm)", self->label, self->width);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Paper_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Paper_methods[] = {
    {"__reduce__", Paper_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Paper_slots[] = {
    {Py_tp_dealloc, Paper_dealloc},
    {Py_tp_str, Paper_str},
    {Py_tp_traverse, Paper_traverse},
    {Py_tp_methods, Paper_methods},
    {0, NULL},
};

static PyType_Spec Paper_spec = {
    .name = "objects_allocated_statically.Paper",
    .basicsize = sizeof(Paper),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Paper_slots,
};

static PyObject *
word(PyObject *module, PyObject *number)
{
    objects_allocated_statically_state *state = get_objects_allocated_statically_state(module);
    long value = PyLong_AsLong(number);

    if (value == -1 && PyErr_Occurred())
        return NULL;
    switch (value) {
        case 0:
            RETURN_GAP;
        case 4:
            Py_INCREF(state->a4);
            return (PyObject *)state->a4;
        case 5:
            Py_INCREF(state->a5);
            return (PyObject *)state->a5;
        default:
            break;
    }
    if (value > state->a4->width) {
        Paper *paper = (Paper *)state->Paper_Type->tp_alloc(state->Paper_Type, 0);

        if (paper != NULL) {
            paper->width = (int)value;
            paper->label = "roll";
        }
        return (PyObject *)paper;
    }
    return PyLong_FromLong(value);
}

static PyObject *
known(PyObject *module, PyObject *object)
{
    objects_allocated_statically_state *state = get_objects_allocated_statically_state(module);

    return PyBool_FromLong(object == gap || object == (PyObject *)state->a4 ||
                           object == (PyObject *)state->a5);
}

static PyMethodDef functions[] = {
    {"word", word, METH_O, NULL},
    {"known", known, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
objects_allocated_statically_traverse(PyObject *module, visitproc visit, void *arg)
{
    objects_allocated_statically_state *state = get_objects_allocated_statically_state(module);
    Py_VISIT(state->gap_object);
    Py_VISIT(state->Paper_Type);
    Py_VISIT(state->a5);
    Py_VISIT(state->a4);
    return 0;
}

static int
objects_allocated_statically_clear(PyObject *module)
{
    objects_allocated_statically_state *state = get_objects_allocated_statically_state(module);
    Py_CLEAR(state->gap_object);
    Py_CLEAR(state->Paper_Type);
    Py_CLEAR(state->a5);
    Py_CLEAR(state->a4);
    return 0;
}

static void
objects_allocated_statically_free(void *module)
{
    objects_allocated_statically_clear((PyObject *)module);
}

static int objects_allocated_statically_exec(PyObject *module);

static PyModuleDef_Slot objects_allocated_statically_slots[] = {
    {Py_mod_exec, objects_allocated_statically_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "objects_allocated_statically", NULL,
    sizeof(objects_allocated_statically_state), functions,
    objects_allocated_statically_slots, objects_allocated_statically_traverse,
    objects_allocated_statically_clear, objects_allocated_statically_free
};

static int
objects_allocated_statically_exec(PyObject *module)
{
    objects_allocated_statically_state *state = get_objects_allocated_statically_state(module);

    PyTypeObject *Gap_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Gap_spec, NULL);
    if (Gap_Type == NULL)
        return -1;
    state->Paper_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Paper_spec, NULL);
    if (state->Paper_Type == NULL) {
        Py_DECREF(Gap_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Paper_Type->tp_new = NULL;
#endif
    state->gap_object = Gap_Type->tp_alloc(Gap_Type, 0);
    Py_DECREF(Gap_Type);
    if (state->gap_object == NULL)
        return -1;
    state->a5 = (Paper *)state->Paper_Type->tp_alloc(state->Paper_Type, 0);
    if (state->a5 == NULL)
        return -1;
    state->a5->width = 148;
    state->a5->label = "A5";
    state->a4 = (Paper *)state->Paper_Type->tp_alloc(state->Paper_Type, 0);
    if (state->a4 == NULL)
        return -1;
    state->a4->width = 210;
    state->a4->label = "A4";
    Py_INCREF(gap);
    if (PyModule_AddObject(module, "gap", gap) < 0)
        goto error;
    Py_INCREF(state->a4);
    if (PyModule_AddObject(module, "a4", (PyObject *)state->a4) < 0)
        goto error;
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_objects_allocated_statically(void)
{
    return PyModuleDef_Init(&module_def);
}
