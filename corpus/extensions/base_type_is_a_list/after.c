#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyListObject list;
} PushObject;

static int
Push_init(PushObject *self, PyObject *args, PyObject *kwds)
{
    return PyList_Type.tp_init((PyObject *)self, args, kwds);
}

static PyObject *
Push_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("O(N)", Py_TYPE(self), PySequence_List(self));
}

static PyMethodDef Push_methods[] = {
    {"__reduce__", Push_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
Push_traverse(PushObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
Push_clear(PyObject *self)
{
    return PyList_Type.tp_clear(self);
}

typedef struct {
    PyTypeObject *PushType;
} base_type_is_a_list_state;

static inline base_type_is_a_list_state *
get_base_type_is_a_list_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (base_type_is_a_list_state *)state;
}

static PyType_Slot Push_slots[] = {
    {Py_tp_doc, "A list that was pushed."},
    {Py_tp_methods, Push_methods},
    {Py_tp_init, Push_init},
    {Py_tp_traverse, Push_traverse},
    {Py_tp_clear, Push_clear},
    {0, NULL},
};

static PyType_Spec Push_spec = {
    .name = "base_type_is_a_list.Push",
    .basicsize = sizeof(PushObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Push_slots,
};

static PyObject *
push(PyObject *self, PyObject *item)
{
    base_type_is_a_list_state *state = get_base_type_is_a_list_state(self);
    PyObject *found = PyObject_CallObject((PyObject *)state->PushType, NULL);

    if (found != NULL && PyList_Append(found, item) < 0)
        Py_CLEAR(found);
    return found;
}

static PyMethodDef functions[] = {
    {"push", push, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
base_type_is_a_list_traverse(PyObject *module, visitproc visit, void *arg)
{
    base_type_is_a_list_state *state = get_base_type_is_a_list_state(module);
    Py_VISIT(state->PushType);
    return 0;
}

static int
base_type_is_a_list_clear(PyObject *module)
{
    base_type_is_a_list_state *state = get_base_type_is_a_list_state(module);
    Py_CLEAR(state->PushType);
    return 0;
}

static void
base_type_is_a_list_free(void *module)
{
    base_type_is_a_list_clear((PyObject *)module);
}

static int base_type_is_a_list_exec(PyObject *module);

static PyModuleDef_Slot base_type_is_a_list_slots[] = {
    {Py_mod_exec, base_type_is_a_list_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef push_module = {
    PyModuleDef_HEAD_INIT, "base_type_is_a_list", NULL,
    sizeof(base_type_is_a_list_state), functions,
    base_type_is_a_list_slots, base_type_is_a_list_traverse,
    base_type_is_a_list_clear, base_type_is_a_list_free
};

static PyTypeObject *
base_type_is_a_list_new_subtype(PyObject *module, PyType_Spec *spec,
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

static int
base_type_is_a_list_exec(PyObject *module)
{
    base_type_is_a_list_state *state = get_base_type_is_a_list_state(module);

    state->PushType = base_type_is_a_list_new_subtype(module, &Push_spec,
                                                      &PyList_Type);
    if (state->PushType == NULL)
        return -1;
    Py_INCREF(state->PushType);
    if (PyModule_AddObject(module, "Push", (PyObject *)state->PushType) < 0) {
        Py_DECREF(state->PushType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_base_type_is_a_list(void)
{
    return PyModuleDef_Init(&push_module);
}
