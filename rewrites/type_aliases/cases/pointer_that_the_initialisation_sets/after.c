/* The type is known by a pointer that the initialisation sets, as the type is defined further down. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#ifdef SHELF_DEBUG
#define SHELF_LOG(...) fprintf(stderr, __VA_ARGS__)
#else
#define SHELF_LOG(...)
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} pointer_that_the_initialisation_sets_state;

static inline pointer_that_the_initialisation_sets_state *
get_pointer_that_the_initialisation_sets_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pointer_that_the_initialisation_sets_state *)state;
}

#define Box_Check(state, op) PyObject_TypeCheck(op, (state)->Box_Type)

static PyObject *
shelf_box(PyObject *module, PyObject *args)
{
    pointer_that_the_initialisation_sets_state *state =
        get_pointer_that_the_initialisation_sets_state(module);
    int size;
    Box *self;

    if (!PyArg_ParseTuple(args, "i:box", &size)) {
        return NULL;
    }
    self = (Box *)state->Box_Type->tp_alloc(state->Box_Type, 0);
    if (self != NULL) {
        self->size = size;
    }
    return (PyObject *)self;
}

static PyObject *
shelf_is_box(PyObject *module, PyObject *value)
{
    pointer_that_the_initialisation_sets_state *state =
        get_pointer_that_the_initialisation_sets_state(module);

    return PyBool_FromLong(Box_Check(state, value) || Py_TYPE(value)->tp_base == state->Box_Type);
}

static PyMethodDef shelf_functions[] = {
    {"box", shelf_box, METH_VARARGS, "Make a box."},
    {"is_box", shelf_is_box, METH_O, "Tell whether it is a box."},
    {NULL, NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "pointer_that_the_initialisation_sets.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
pointer_that_the_initialisation_sets_traverse(PyObject *module, visitproc visit, void *arg)
{
    pointer_that_the_initialisation_sets_state *state =
        get_pointer_that_the_initialisation_sets_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
pointer_that_the_initialisation_sets_clear(PyObject *module)
{
    pointer_that_the_initialisation_sets_state *state =
        get_pointer_that_the_initialisation_sets_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
pointer_that_the_initialisation_sets_free(void *module)
{
    pointer_that_the_initialisation_sets_clear((PyObject *)module);
}

static int pointer_that_the_initialisation_sets_exec(PyObject *module);

static PyModuleDef_Slot pointer_that_the_initialisation_sets_slots[] = {
    {Py_mod_exec, pointer_that_the_initialisation_sets_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointer_that_the_initialisation_sets",
    .m_size = sizeof(pointer_that_the_initialisation_sets_state),
    .m_methods = shelf_functions,
    .m_traverse = pointer_that_the_initialisation_sets_traverse,
    .m_clear = pointer_that_the_initialisation_sets_clear,
    .m_free = pointer_that_the_initialisation_sets_free,
    .m_slots = pointer_that_the_initialisation_sets_slots,
};

static int
pointer_that_the_initialisation_sets_exec(PyObject *module)
{
    pointer_that_the_initialisation_sets_state *state =
        get_pointer_that_the_initialisation_sets_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    SHELF_LOG("%p\n", state->Box_Type);
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_pointer_that_the_initialisation_sets(void)
{
    return PyModuleDef_Init(&shelf_module);
}
