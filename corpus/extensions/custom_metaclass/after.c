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

static int class_count;

static PyObject *
meta_new(PyTypeObject *meta, PyObject *args, PyObject *kwds)
{
    class_count++;
    return PyType_Type.tp_new(meta, args, kwds);
}

static PyTypeObject RegistryMeta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "custom_metaclass.RegistryMeta",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_repr = meta_repr,
    .tp_methods = meta_methods,
    .tp_new = meta_new,
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

static PyTypeObject Device_Type = {
    PyVarObject_HEAD_INIT(&RegistryMeta_Type, 0)
    .tp_name = "custom_metaclass.Device",
    .tp_basicsize = sizeof(DeviceObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)device_init,
    .tp_repr = (reprfunc)device_repr,
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

static int custom_metaclass_exec(PyObject *m);

static PyModuleDef_Slot custom_metaclass_slots[] = {
    {Py_mod_exec, custom_metaclass_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "custom_metaclass", NULL, 0, NULL, custom_metaclass_slots,
    NULL, NULL, NULL
};

static int
custom_metaclass_exec(PyObject *m)
{
    RegistryMeta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&RegistryMeta_Type) < 0)
        return -1;
    if (PyType_Ready(&Device_Type) < 0)
        return -1;
    PyTypeObject *Cable_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Cable_spec, NULL);
    if (Cable_Type == NULL)
        return -1;

    Py_INCREF(&RegistryMeta_Type);
    PyModule_AddObject(m, "RegistryMeta", (PyObject *)&RegistryMeta_Type);
    Py_INCREF(&Device_Type);
    PyModule_AddObject(m, "Device", (PyObject *)&Device_Type);
    PyModule_AddObject(m, "Cable", (PyObject *)Cable_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_custom_metaclass(void)
{
    return PyModuleDef_Init(&module);
}
