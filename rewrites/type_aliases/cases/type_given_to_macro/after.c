#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#define ALLOC(s, t) (s *) (t)->tp_alloc(t, 0)

typedef struct {
    PyObject_HEAD
    long size;
} Box;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Box_Type;
} type_given_to_macro_state;

static inline type_given_to_macro_state *
get_type_given_to_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_given_to_macro_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "type_given_to_macro.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
shelf_box(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    type_given_to_macro_state *state = get_type_given_to_macro_state(module);
    Box *self = ALLOC(Box, state->Box_Type);

    if (self != NULL) {
        self->size = 3;
    }
    return (PyObject *)self;
}

static PyMethodDef shelf_methods[] = {
    {"box", shelf_box, METH_NOARGS, "Return a box."},
    {NULL, NULL, 0, NULL}
};

static int
type_given_to_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    type_given_to_macro_state *state = get_type_given_to_macro_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
type_given_to_macro_clear(PyObject *module)
{
    type_given_to_macro_state *state = get_type_given_to_macro_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
type_given_to_macro_free(void *module)
{
    type_given_to_macro_clear((PyObject *)module);
}

static int type_given_to_macro_exec(PyObject *module);

static PyModuleDef_Slot type_given_to_macro_slots[] = {
    {Py_mod_exec, type_given_to_macro_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_given_to_macro",
    .m_size = sizeof(type_given_to_macro_state),
    .m_methods = shelf_methods,
    .m_traverse = type_given_to_macro_traverse,
    .m_clear = type_given_to_macro_clear,
    .m_free = type_given_to_macro_free,
    .m_slots = type_given_to_macro_slots,
};

static int
type_given_to_macro_exec(PyObject *module)
{
    type_given_to_macro_state *state = get_type_given_to_macro_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_given_to_macro(void)
{
    return PyModuleDef_Init(&shelf_module);
}
