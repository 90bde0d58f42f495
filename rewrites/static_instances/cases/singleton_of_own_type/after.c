/* A singleton as CPython has None: allocated statically, and never freed. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *missing_object;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static inline shelf_state *
get_shelf_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shelf_state *)state;
}

#define missing (state->missing_object)

static PyObject *
missing_repr(PyObject *self)
{
    return PyUnicode_FromString("missing");
}

static int
missing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
missing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
missing_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    shelf_state *state = get_shelf_state_by_type(type);

    if (PyTuple_GET_SIZE(args) != 0) {
        PyErr_SetString(PyExc_TypeError, "missing takes no arguments");
        return NULL;
    }
    Py_INCREF(missing);
    return state->missing_object;
}

static PyType_Slot Missing_slots[] = {
    {Py_tp_dealloc, missing_dealloc},
    {Py_tp_repr, missing_repr},
    {Py_tp_new, missing_new},
    {Py_tp_traverse, missing_traverse},
    {0, NULL},
};

static PyType_Spec Missing_spec = {
    .name = "shelf.MissingType",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Missing_slots,
};

static PyObject *
shelf_is_missing(PyObject *module, PyObject *object)
{
    shelf_state *state = get_shelf_state(module);

    return PyBool_FromLong(object == state->missing_object);
}

static PyMethodDef shelf_methods[] = {
    {"is_missing", shelf_is_missing, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->missing_object);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->missing_object);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int shelf_exec(PyObject *module);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_methods,
    shelf_slots, shelf_traverse, shelf_clear, shelf_free
};

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    PyTypeObject *Missing_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Missing_spec, NULL);
    if (Missing_Type == NULL)
        return -1;
    state->missing_object = Missing_Type->tp_alloc(Missing_Type, 0);
    Py_DECREF(Missing_Type);
    if (state->missing_object == NULL)
        return -1;
    Py_INCREF(missing);
    if (PyModule_AddObject(module, "missing", missing) < 0) {
        Py_DECREF(missing);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
