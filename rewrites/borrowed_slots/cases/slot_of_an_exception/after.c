#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static int
FaultError_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
FaultError_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

typedef struct {
    PyTypeObject *FaultError_type;
    PyTypeObject *NotFoundError_type;
} box_state;

static inline box_state *
get_box_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (box_state *)state;
}

static PyType_Slot FaultError_slots[] = {
    {Py_tp_traverse, FaultError_traverse},
    {Py_tp_clear, FaultError_clear},
    {0, NULL},
};

static PyType_Spec FaultError_spec = {
    .name = "box.FaultError",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = FaultError_slots,
};

static int
NotFoundError_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_KeyError)->tp_traverse((PyObject *)self, visit, arg);
}

static int
NotFoundError_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_KeyError)->tp_clear(self);
}

static int add_type(PyObject *m, PyTypeObject *type)
{
    int ret = PyType_Ready(type);
    if (ret)
        return ret;
    return PyModule_AddObjectRef(m, strrchr(type->tp_name, '.') + 1, (PyObject *)type);
}

static int
box_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_state *state = get_box_state(module);
    Py_VISIT(state->FaultError_type);
    Py_VISIT(state->NotFoundError_type);
    return 0;
}

static int
box_clear(PyObject *module)
{
    box_state *state = get_box_state(module);
    Py_CLEAR(state->FaultError_type);
    Py_CLEAR(state->NotFoundError_type);
    return 0;
}

static void
box_free(void *module)
{
    box_clear((PyObject *)module);
}

static int box_exec(PyObject *m);

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, sizeof(box_state), NULL, box_slots,
    box_traverse, box_clear, box_free
};

static PyObject *
NotFoundError_str(PyObject *self)
{
    return ((PyTypeObject *)PyExc_BaseException)->tp_str(self);
}

static PyTypeObject *
box_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static PyType_Slot NotFoundError_slots[] = {
    {Py_tp_str, NotFoundError_str},
    {Py_tp_traverse, NotFoundError_traverse},
    {Py_tp_clear, NotFoundError_clear},
    {0, NULL},
};

static PyType_Spec NotFoundError_spec = {
    .name = "box.NotFoundError",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = NotFoundError_slots,
};

static int
box_exec(PyObject *m)
{
    box_state *state = get_box_state(m);
    state->FaultError_type = box_new_subtype(m, &FaultError_spec,
                                             (PyTypeObject *)PyExc_Exception);
    if (state->FaultError_type == NULL)
        return -1;
    state->NotFoundError_type = box_new_subtype(m, &NotFoundError_spec,
                                                (PyTypeObject *)PyExc_KeyError);
    if (state->NotFoundError_type == NULL)
        return -1;

    if (add_type(m, state->FaultError_type))
        goto err;

    // KeyError.__str__() returns repr(args[0]).
    if (add_type(m, state->NotFoundError_type))
        goto err;
    return 0;
err:
    return -1;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
