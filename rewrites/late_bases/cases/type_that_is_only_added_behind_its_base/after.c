#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    double side;
} Shape;

typedef struct {
    PyTypeObject *Shape_Type;
    PyTypeObject *Square_Type;
} shapes_state;

static inline shapes_state *
get_shapes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shapes_state *)state;
}

static PyType_Slot Shape_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "shapes.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

static PyType_Slot Square_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Square_spec = {
    .name = "shapes.Square",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Square_slots,
};

static int
shapes_traverse(PyObject *module, visitproc visit, void *arg)
{
    shapes_state *state = get_shapes_state(module);
    Py_VISIT(state->Shape_Type);
    Py_VISIT(state->Square_Type);
    return 0;
}

static int
shapes_clear(PyObject *module)
{
    shapes_state *state = get_shapes_state(module);
    Py_CLEAR(state->Shape_Type);
    Py_CLEAR(state->Square_Type);
    return 0;
}

static void
shapes_free(void *module)
{
    shapes_clear((PyObject *)module);
}

static int shapes_exec(PyObject *module);

static PyModuleDef_Slot shapes_slots[] = {
    {Py_mod_exec, shapes_exec},
    {0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shapes",
    .m_size = sizeof(shapes_state),
    .m_traverse = shapes_traverse,
    .m_clear = shapes_clear,
    .m_free = shapes_free,
    .m_slots = shapes_slots,
};

static PyTypeObject *
shapes_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
shapes_exec(PyObject *module)
{
    shapes_state *state = get_shapes_state(module);

    state->Shape_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shape_spec, NULL);
    if (state->Shape_Type == NULL) {
        return -1;
    }
    state->Square_Type = shapes_new_subtype(module, &Square_spec,
                                            state->Shape_Type);
    if (state->Square_Type == NULL ||
        PyModule_AddType(module, state->Square_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shapes(void)
{
    return PyModuleDef_Init(&shapes_module);
}
