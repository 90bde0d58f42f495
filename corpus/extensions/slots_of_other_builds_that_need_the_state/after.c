#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* With WITH_ERRORS, boxes can be subtracted, and what is no box is an error. */

typedef struct {
    PyObject *BoxError;
    PyTypeObject *Box_Type;
} slots_of_other_builds_that_need_the_state_state;

static struct PyModuleDef boxes_module;

static inline slots_of_other_builds_that_need_the_state_state *
get_slots_of_other_builds_that_need_the_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (slots_of_other_builds_that_need_the_state_state *)state;
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

static inline slots_of_other_builds_that_need_the_state_state *
get_slots_of_other_builds_that_need_the_state_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &boxes_module);
    assert(module != NULL);
    return get_slots_of_other_builds_that_need_the_state_state(module);
}

static inline slots_of_other_builds_that_need_the_state_state *
get_slots_of_other_builds_that_need_the_state_state_by_types(
    PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &boxes_module);
        if (module != NULL) {
            return get_slots_of_other_builds_that_need_the_state_state(module);
        }
        PyErr_Clear();
    }
    return get_slots_of_other_builds_that_need_the_state_state_by_type(second);
}

typedef struct {
    PyObject_HEAD
    long count;
} Box;

#define Box_Check(state, op) PyObject_TypeCheck(op, (state)->Box_Type)

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *kwlist[] = {"count", NULL};
    long count = 0;
    Box *self;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|l", kwlist, &count)) {
        return NULL;
    }
    if (count < 0) {
        slots_of_other_builds_that_need_the_state_state *state =
            get_slots_of_other_builds_that_need_the_state_state_by_type(type);

        PyErr_SetString(state->BoxError, "less than nothing");
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->count = count;
    }
    return (PyObject *)self;
}

static PyObject *
Box_add(PyObject *left, PyObject *right)
{
    slots_of_other_builds_that_need_the_state_state *state =
        get_slots_of_other_builds_that_need_the_state_state_by_types(
            Py_TYPE(left), Py_TYPE(right));

    if (!Box_Check(state, left) || !Box_Check(state, right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyLong_FromLong(((Box *)left)->count + ((Box *)right)->count);
}

#ifdef WITH_ERRORS
static PyObject *
Box_subtract(PyObject *left, PyObject *right)
{
    slots_of_other_builds_that_need_the_state_state *state =
        get_slots_of_other_builds_that_need_the_state_state_by_types(
            Py_TYPE(left), Py_TYPE(right));

    if (!Box_Check(state, left) || !Box_Check(state, right)) {
        PyErr_SetString(state->BoxError, "no box");
        return NULL;
    }
    return PyLong_FromLong(((Box *)left)->count - ((Box *)right)->count);
}

static PyObject *
Box_repr(Box *self)
{
    if (self->count > 100) {
        slots_of_other_builds_that_need_the_state_state *state =
            get_slots_of_other_builds_that_need_the_state_state_by_type(
                Py_TYPE(self));

        PyErr_SetString(state->BoxError, "too full");
        return NULL;
    }
    return PyUnicode_FromFormat("Box(%ld)", self->count);
}
#else
static PyObject *
Box_repr_plainly(Box *self)
{
    return PyUnicode_FromFormat("a box of %ld", self->count);
}
#endif

static PyType_Slot Box_slots[] = {
#ifdef WITH_ERRORS
    {Py_tp_repr, Box_repr},
#else
    {Py_tp_repr, Box_repr_plainly},
#endif
    {Py_tp_new, Box_new},
    {Py_nb_add, Box_add},
#ifdef WITH_ERRORS
    {Py_nb_subtract, Box_subtract},
#else
    {Py_nb_subtract, Box_add},
#endif
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "slots_of_other_builds_that_need_the_state.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
slots_of_other_builds_that_need_the_state_traverse(
    PyObject *module, visitproc visit, void *arg)
{
    slots_of_other_builds_that_need_the_state_state *state =
        get_slots_of_other_builds_that_need_the_state_state(module);
    Py_VISIT(state->BoxError);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
slots_of_other_builds_that_need_the_state_clear(PyObject *module)
{
    slots_of_other_builds_that_need_the_state_state *state =
        get_slots_of_other_builds_that_need_the_state_state(module);
    Py_CLEAR(state->BoxError);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
slots_of_other_builds_that_need_the_state_free(void *module)
{
    slots_of_other_builds_that_need_the_state_clear((PyObject *)module);
}

static int slots_of_other_builds_that_need_the_state_exec(PyObject *m);

static PyModuleDef_Slot slots_of_other_builds_that_need_the_state_slots[] = {
    {Py_mod_exec, slots_of_other_builds_that_need_the_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slots_of_other_builds_that_need_the_state",
    .m_size = sizeof(slots_of_other_builds_that_need_the_state_state),
    .m_traverse = slots_of_other_builds_that_need_the_state_traverse,
    .m_clear = slots_of_other_builds_that_need_the_state_clear,
    .m_free = slots_of_other_builds_that_need_the_state_free,
    .m_slots = slots_of_other_builds_that_need_the_state_slots,
};

static int
slots_of_other_builds_that_need_the_state_exec(PyObject *m)
{
    slots_of_other_builds_that_need_the_state_state *state =
        get_slots_of_other_builds_that_need_the_state_state(m);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->BoxError = PyErr_NewException("slots_of_other_builds_that_need_the_state.BoxError", NULL, NULL);
    Py_XINCREF(state->BoxError);
    if (PyModule_AddObject(m, "BoxError", state->BoxError) < 0) {
        Py_XDECREF(state->BoxError);
        Py_CLEAR(state->BoxError);
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_slots_of_other_builds_that_need_the_state(void)
{
    return PyModuleDef_Init(&boxes_module);
}
