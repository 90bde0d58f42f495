#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct { PyBaseExceptionObject base; } ErrorObject;
typedef struct { PyTupleObject base; } ClusterObject;

typedef struct {
    PyTypeObject *Error_Type;
    PyTypeObject *Cluster_Type;
} base_types_are_tuple_and_exception_state;

static inline base_types_are_tuple_and_exception_state *
get_base_types_are_tuple_and_exception_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (base_types_are_tuple_and_exception_state *)state;
}

static int
error_init(ErrorObject *self, PyObject *args, PyObject *kwds)
{
    if (((PyTypeObject *)PyExc_Exception)->tp_init((PyObject *)self, args,
                                                   kwds) < 0)
        return -1;
    return PyObject_SetAttrString((PyObject *)self, "__status", Py_None);
}

static PyObject *
error_str(ErrorObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_str((PyObject *)self);
}

static int
Error_traverse(ErrorObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyType_Slot Error_slots[] = {
    {Py_tp_str, error_str},
    {Py_tp_init, error_init},
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "base_types_are_tuple_and_exception.Error",
    .basicsize = sizeof(ErrorObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Error_slots,
};

static PyObject *
cluster_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    int a, b;
    PyObject *tuple_args, *result;

    if (!PyArg_ParseTuple(args, "ii", &a, &b))
        return NULL;
    tuple_args = Py_BuildValue("((ii))", a, b);
    if (tuple_args == NULL)
        return NULL;
    result = PyTuple_Type.tp_new(type, tuple_args, NULL);
    Py_DECREF(tuple_args);
    return result;
}

static PyObject *
is_cluster(PyObject *self, PyObject *arg)
{
    base_types_are_tuple_and_exception_state *state =
        get_base_types_are_tuple_and_exception_state(self);

    return PyBool_FromLong(PyObject_TypeCheck(arg, state->Cluster_Type));
}

static PyMethodDef functions[] = {{"is_cluster", is_cluster, METH_O, NULL}, {NULL}};

static int
Cluster_traverse(ClusterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyTuple_Type.tp_traverse((PyObject *)self, visit, arg);
}

static PyType_Slot Cluster_slots[] = {
    {Py_tp_new, cluster_new},
    {Py_tp_traverse, Cluster_traverse},
    {0, NULL},
};

static PyType_Spec Cluster_spec = {
    .name = "base_types_are_tuple_and_exception.Cluster",
    .basicsize = sizeof(ClusterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cluster_slots,
};

static int
base_types_are_tuple_and_exception_traverse(PyObject *module, visitproc visit,
                                            void *arg)
{
    base_types_are_tuple_and_exception_state *state =
        get_base_types_are_tuple_and_exception_state(module);
    Py_VISIT(state->Error_Type);
    Py_VISIT(state->Cluster_Type);
    return 0;
}

static int
base_types_are_tuple_and_exception_clear(PyObject *module)
{
    base_types_are_tuple_and_exception_state *state =
        get_base_types_are_tuple_and_exception_state(module);
    Py_CLEAR(state->Error_Type);
    Py_CLEAR(state->Cluster_Type);
    return 0;
}

static void
base_types_are_tuple_and_exception_free(void *module)
{
    base_types_are_tuple_and_exception_clear((PyObject *)module);
}

static int base_types_are_tuple_and_exception_exec(PyObject *m);

static PyModuleDef_Slot base_types_are_tuple_and_exception_slots[] = {
    {Py_mod_exec, base_types_are_tuple_and_exception_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "base_types_are_tuple_and_exception", NULL, sizeof(base_types_are_tuple_and_exception_state), functions,
    base_types_are_tuple_and_exception_slots,
    base_types_are_tuple_and_exception_traverse,
    base_types_are_tuple_and_exception_clear,
    base_types_are_tuple_and_exception_free};

static PyTypeObject *
base_types_are_tuple_and_exception_new_subtype(PyObject *module, PyType_Spec *spec,
                                               PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

int init_error(PyObject *module)
{
    base_types_are_tuple_and_exception_state *state =
        get_base_types_are_tuple_and_exception_state(module);
    PyObject *error;
    state->Error_Type = base_types_are_tuple_and_exception_new_subtype(
        module, &Error_spec, (PyTypeObject *)PyExc_Exception);
    if (state->Error_Type == NULL)
        return -1;
    error = (PyObject *)state->Error_Type;
    Py_INCREF(error);
    if (PyModule_AddObject(module, "Error", error) < 0) {
        Py_DECREF(error);
        return -1;
    }
    return 0;
}

static int
base_types_are_tuple_and_exception_exec(PyObject *m)
{
    base_types_are_tuple_and_exception_state *state =
        get_base_types_are_tuple_and_exception_state(m);

    state->Cluster_Type = base_types_are_tuple_and_exception_new_subtype(
        m, &Cluster_spec, &PyTuple_Type);
    if (state->Cluster_Type == NULL)
        return -1;
    if (init_error(m) < 0) {
        return -1;
    }
    Py_INCREF(state->Cluster_Type);
    if (PyModule_AddObject(m, "Cluster", (PyObject *)state->Cluster_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_base_types_are_tuple_and_exception(void)
{
    return PyModuleDef_Init(&def);
}
