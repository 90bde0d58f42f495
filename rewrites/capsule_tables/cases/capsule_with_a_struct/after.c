/* Other extensions find the boxes by a struct in a capsule. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

/* The layout that other extensions are compiled with. */
typedef struct {
    PyTypeObject *box_type;
    int (*box_size)(PyObject *box);
    struct {
        const char *name;
        int level;
    } version;
    PyTypeObject *lid_type;
} Box_CAPI;

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

    /* The C API. */
    Box_CAPI api;
} capsule_with_a_struct_state;

static inline capsule_with_a_struct_state *
get_capsule_with_a_struct_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_with_a_struct_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "capsule_with_a_struct.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
box_size(PyObject *box)
{
    return ((Box *)box)->size;
}

static int
capsule_with_a_struct_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_with_a_struct_state *state =
        get_capsule_with_a_struct_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
capsule_with_a_struct_clear(PyObject *module)
{
    capsule_with_a_struct_state *state =
        get_capsule_with_a_struct_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
capsule_with_a_struct_free(void *module)
{
    capsule_with_a_struct_clear((PyObject *)module);
}

static int capsule_with_a_struct_exec(PyObject *module);

static PyModuleDef_Slot capsule_with_a_struct_slots[] = {
    {Py_mod_exec, capsule_with_a_struct_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_with_a_struct",
    .m_size = sizeof(capsule_with_a_struct_state),
    .m_traverse = capsule_with_a_struct_traverse,
    .m_clear = capsule_with_a_struct_clear,
    .m_free = capsule_with_a_struct_free,
    .m_slots = capsule_with_a_struct_slots,
};

static int
capsule_with_a_struct_exec(PyObject *module)
{
    capsule_with_a_struct_state *state =
        get_capsule_with_a_struct_state(module);
    PyObject *capsule;

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif

    state->api = (Box_CAPI){
        state->Box_Type,
        box_size,

        {"1.0", 3},  /* of the API */
#ifdef WITH_LIDS
        &PyBaseObject_Type
#else
        NULL
#endif
    };

    /* Hand it out. */
    capsule = PyCapsule_New((void *)(&state->api), "capsule_with_a_struct._API",
                            NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_capsule_with_a_struct(void)
{
    return PyModuleDef_Init(&box_module);
}
