#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Every class made by RegistryMeta is counted. */

typedef struct {
    PyObject_HEAD
    int port;
} DeviceObject;

static PyObject *
meta_describe(PyObject *cls, PyObject *unused)
{
    return PyUnicode_FromFormat("registered class %s", ((PyTypeObject *)cls)->tp_name);
}

static PyObject *
meta_repr(PyObject *cls)
{
    return PyUnicode_FromFormat("<registered %s>", ((PyTypeObject *)cls)->tp_name);
}

static PyMethodDef meta_methods[] = {
    {"describe", meta_describe, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    int class_count;
    PyTypeObject *RegistryMeta_Type;
} custom_metaclass_state;

static struct PyModuleDef module;

static inline custom_metaclass_state *
get_custom_metaclass_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (custom_metaclass_state *)state;
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

static inline custom_metaclass_state *
get_custom_metaclass_state_by_type(PyTypeObject *type)
{
    PyObject *mod = PyType_GetModuleByDef(type, &module);
    assert(mod != NULL);
    return get_custom_metaclass_state(mod);
}

static PyObject *
meta_new(PyTypeObject *meta, PyObject *args, PyObject *kwds)
{
    custom_metaclass_state *state = get_custom_metaclass_state_by_type(meta);

    state->class_count++;
    return PyType_Type.tp_new(meta, args, kwds);
}

static int
RegistryMeta_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyType_Type.tp_traverse(self, visit, arg);
}

static int
RegistryMeta_clear(PyObject *self)
{
    return PyType_Type.tp_clear(self);
}

static PyType_Slot RegistryMeta_slots[] = {
    {Py_tp_repr, meta_repr},
    {Py_tp_methods, meta_methods},
    {Py_tp_new, meta_new},
    {Py_tp_traverse, RegistryMeta_traverse},
    {Py_tp_clear, RegistryMeta_clear},
    {0, NULL},
};

static PyType_Spec RegistryMeta_spec = {
    .name = "custom_metaclass.RegistryMeta",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = RegistryMeta_slots,
};

static int
device_init(DeviceObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "i:Device", &self->port) ? 0 : -1;
}

static PyObject *
device_repr(DeviceObject *self)
{
    return PyUnicode_FromFormat("Device(%d)", self->port);
}

static PyType_Slot Device_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, device_init},
    {Py_tp_repr, device_repr},
    {0, NULL},
};

static PyType_Spec Device_spec = {
    .name = "custom_metaclass.Device",
    .basicsize = sizeof(DeviceObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Device_slots,
};

/* An ordinary type beside them. */
static PyType_Slot Cable_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Cable_spec = {
    .name = "custom_metaclass.Cable",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cable_slots,
};

static int
custom_metaclass_traverse(PyObject *module, visitproc visit, void *arg)
{
    custom_metaclass_state *state = get_custom_metaclass_state(module);
    Py_VISIT(state->RegistryMeta_Type);
    return 0;
}

static int
custom_metaclass_clear(PyObject *module)
{
    custom_metaclass_state *state = get_custom_metaclass_state(module);
    Py_CLEAR(state->RegistryMeta_Type);
    return 0;
}

static void
custom_metaclass_free(void *module)
{
    custom_metaclass_clear((PyObject *)module);
}

static int custom_metaclass_exec(PyObject *m);

static PyModuleDef_Slot custom_metaclass_slots[] = {
    {Py_mod_exec, custom_metaclass_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "custom_metaclass", NULL, sizeof(custom_metaclass_state),
    NULL, custom_metaclass_slots, custom_metaclass_traverse, custom_metaclass_clear,
    custom_metaclass_free
};

static PyTypeObject *
custom_metaclass_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

/* For metaclasses that have a tp_new, which PyType_FromMetaclass doesn't
   take, and that add nothing to the struct of a type. */
static PyTypeObject *
custom_metaclass_new_class(PyTypeObject *metaclass, PyObject *module,
                           PyType_Spec *spec, PyObject *bases)
{
    PyObject *type, *tuple = bases != NULL ? PyTuple_Pack(1, bases) : NULL;
    if (bases != NULL && tuple == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, tuple);
    Py_XDECREF(tuple);
    if (type != NULL) {
        Py_INCREF(metaclass);
        Py_SET_TYPE(type, metaclass);
    }
    return (PyTypeObject *)type;
}

static int
custom_metaclass_exec(PyObject *m)
{
    custom_metaclass_state *state = get_custom_metaclass_state(m);

    state->RegistryMeta_Type = custom_metaclass_new_subtype(m, &RegistryMeta_spec,
                                                            &PyType_Type);
    if (state->RegistryMeta_Type == NULL)
        return -1;
    PyTypeObject *Device_Type =
        custom_metaclass_new_class(state->RegistryMeta_Type, m, &Device_spec,
                                   NULL);
    if (Device_Type == NULL)
        return -1;
    PyTypeObject *Cable_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Cable_spec, NULL);
    if (Cable_Type == NULL) {
        Py_DECREF(Device_Type);
        return -1;
    }

    Py_INCREF(state->RegistryMeta_Type);
    PyModule_AddObject(m, "RegistryMeta", (PyObject *)state->RegistryMeta_Type);
    PyModule_AddObject(m, "Device", (PyObject *)Device_Type);
    PyModule_AddObject(m, "Cable", (PyObject *)Cable_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_custom_metaclass(void)
{
    return PyModuleDef_Init(&module);
}
