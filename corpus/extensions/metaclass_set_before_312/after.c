#include <Python.h>

/* Every class made by RegistryMeta counts its calls: its own, and those of all classes. */

typedef struct {
    PyObject *last_class;
    PyTypeObject *RegistryMeta_Type;
    PyTypeObject *Device_Type;
    PyTypeObject *Lamp_Type;
} metaclass_set_before_312_state;

static struct PyModuleDef module;

static inline metaclass_set_before_312_state *
get_metaclass_set_before_312_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (metaclass_set_before_312_state *)state;
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

static inline metaclass_set_before_312_state *
get_metaclass_set_before_312_state_by_type(PyTypeObject *type)
{
    PyObject *mod = PyType_GetModuleByDef(type, &module);
    assert(mod != NULL);
    return get_metaclass_set_before_312_state(mod);
}

typedef struct {
    PyObject_HEAD
    int port;
} DeviceObject;

static PyObject *
meta_describe(PyObject *cls, PyObject *unused)
{
    metaclass_set_before_312_state *state =
        get_metaclass_set_before_312_state_by_type(Py_TYPE(cls));

    Py_INCREF(cls);
    Py_XSETREF(state->last_class, cls);
    return PyUnicode_FromFormat("registered class %s", ((PyTypeObject *)cls)->tp_name);
}

static PyObject *
meta_repr(PyObject *cls)
{
    return PyUnicode_FromFormat("<registered %s>", ((PyTypeObject *)cls)->tp_name);
}

static PyObject *
meta_last(PyObject *cls, PyObject *unused)
{
    metaclass_set_before_312_state *state =
        get_metaclass_set_before_312_state_by_type(Py_TYPE(cls));
    PyObject *found = state->last_class != NULL ? state->last_class : Py_None;
    Py_INCREF(found);
    return found;
}

static PyMethodDef meta_methods[] = {
    {"last", meta_last, METH_NOARGS, NULL},
    {"describe", meta_describe, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

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
    {Py_tp_traverse, RegistryMeta_traverse},
    {Py_tp_clear, RegistryMeta_clear},
    {0, NULL},
};

static PyType_Spec RegistryMeta_spec = {
    .name = "metaclass_set_before_312.RegistryMeta",
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
    .name = "metaclass_set_before_312.Device",
    .basicsize = sizeof(DeviceObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Device_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lamp_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lamp_methods[] = {
    {"__reduce__", Lamp_reduce, METH_NOARGS, NULL},
    {NULL}
};

/* A type that is told its class later, and one that has it from its base. */
static PyType_Slot Lamp_slots[] = {
    {Py_tp_methods, Lamp_methods},
    {0, NULL},
};

static PyType_Spec Lamp_spec = {
    .name = "metaclass_set_before_312.Lamp",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lamp_slots,
};

static PyType_Slot Modem_slots[] = {
    {0, NULL},
};

static PyType_Spec Modem_spec = {
    .name = "metaclass_set_before_312.Modem",
    .basicsize = sizeof(DeviceObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Modem_slots,
};

/* An ordinary type beside them. */
static PyType_Slot Cable_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Cable_spec = {
    .name = "metaclass_set_before_312.Cable",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Cable_slots,
};

static int
metaclass_set_before_312_traverse(PyObject *module, visitproc visit, void *arg)
{
    metaclass_set_before_312_state *state = get_metaclass_set_before_312_state(module);
    Py_VISIT(state->last_class);
    Py_VISIT(state->RegistryMeta_Type);
    Py_VISIT(state->Device_Type);
    Py_VISIT(state->Lamp_Type);
    return 0;
}

static int
metaclass_set_before_312_clear(PyObject *module)
{
    metaclass_set_before_312_state *state = get_metaclass_set_before_312_state(module);
    Py_CLEAR(state->last_class);
    Py_CLEAR(state->RegistryMeta_Type);
    Py_CLEAR(state->Device_Type);
    Py_CLEAR(state->Lamp_Type);
    return 0;
}

static void
metaclass_set_before_312_free(void *module)
{
    metaclass_set_before_312_clear((PyObject *)module);
}

static int metaclass_set_before_312_exec(PyObject *m);

static PyModuleDef_Slot metaclass_set_before_312_slots[] = {
    {Py_mod_exec, metaclass_set_before_312_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "metaclass_set_before_312", NULL,
    sizeof(metaclass_set_before_312_state), NULL, metaclass_set_before_312_slots,
    metaclass_set_before_312_traverse,
    metaclass_set_before_312_clear, metaclass_set_before_312_free
};

#if PY_VERSION_HEX < 0x030C0000
/* For metaclasses that add nothing to the struct of a type. */
static PyObject *
PyType_FromMetaclass(PyTypeObject *metaclass, PyObject *module,
                     PyType_Spec *spec, PyObject *bases)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, bases);
    if (type != NULL) {
        Py_INCREF(metaclass);
        Py_SET_TYPE(type, metaclass);
    }
    return type;
}
#endif

static int
metaclass_set_before_312_exec(PyObject *m)
{
    metaclass_set_before_312_state *state = get_metaclass_set_before_312_state(m);

    state->RegistryMeta_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &RegistryMeta_spec, (PyObject *)&PyType_Type);
    if (state->RegistryMeta_Type == NULL)
        return -1;
    state->Device_Type =
        (PyTypeObject *)PyType_FromMetaclass(state->RegistryMeta_Type, m, &Device_spec,
                                             NULL);
    if (state->Device_Type == NULL)
        return -1;
    state->Lamp_Type =
        (PyTypeObject *)PyType_FromMetaclass(state->RegistryMeta_Type, m, &Lamp_spec,
                                             NULL);
    if (state->Lamp_Type == NULL)
        return -1;
    PyTypeObject *Modem_Type =
        (PyTypeObject *)PyType_FromMetaclass(state->RegistryMeta_Type, m, &Modem_spec,
                                             (PyObject *)state->Device_Type);
    if (Modem_Type == NULL)
        return -1;
    PyTypeObject *Cable_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Cable_spec, NULL);
    if (Cable_Type == NULL) {
        Py_DECREF(Modem_Type);
        return -1;
    }

    Py_INCREF(state->RegistryMeta_Type);
    PyModule_AddObject(m, "RegistryMeta", (PyObject *)state->RegistryMeta_Type);
    Py_INCREF(state->Device_Type);
    PyModule_AddObject(m, "Device", (PyObject *)state->Device_Type);
    Py_INCREF(state->Lamp_Type);
    PyModule_AddObject(m, "Lamp", (PyObject *)state->Lamp_Type);
    PyModule_AddObject(m, "Modem", (PyObject *)Modem_Type);
    PyModule_AddObject(m, "Cable", (PyObject *)Cable_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_metaclass_set_before_312(void)
{
    return PyModuleDef_Init(&module);
}
