#include <Python.h>

/* Every class made by RegistryMeta counts its calls: its own, and those of all classes. */

static PyObject *last_class;

typedef struct {
    PyObject_HEAD
    int port;
} DeviceObject;

static PyObject *
meta_describe(PyObject *cls, PyObject *unused)
{
    Py_INCREF(cls);
    Py_XSETREF(last_class, cls);
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
    PyObject *found = last_class != NULL ? last_class : Py_None;
    Py_INCREF(found);
    return found;
}

static PyMethodDef meta_methods[] = {
    {"last", meta_last, METH_NOARGS, NULL},
    {"describe", meta_describe, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject RegistryMeta_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "metaclass_set_before_312.RegistryMeta",
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_repr = meta_repr,
    .tp_methods = meta_methods,
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
    .tp_name = "metaclass_set_before_312.Device",
    .tp_basicsize = sizeof(DeviceObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)device_init,
    .tp_repr = (reprfunc)device_repr,
};

/* A type that is told its class later, and one that has it from its base. */
static PyTypeObject Lamp_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "metaclass_set_before_312.Lamp",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Modem_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "metaclass_set_before_312.Modem",
    .tp_basicsize = sizeof(DeviceObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Device_Type,
};

/* An ordinary type beside them. */
static PyTypeObject Cable_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "metaclass_set_before_312.Cable",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "metaclass_set_before_312", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_metaclass_set_before_312(void)
{
    PyObject *m;

    RegistryMeta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&RegistryMeta_Type) < 0)
        return NULL;
    if (PyType_Ready(&Device_Type) < 0)
        return NULL;
    Py_SET_TYPE(&Lamp_Type, &RegistryMeta_Type);
    if (PyType_Ready(&Lamp_Type) < 0)
        return NULL;
    if (PyType_Ready(&Modem_Type) < 0)
        return NULL;
    if (PyType_Ready(&Cable_Type) < 0)
        return NULL;

    m = PyModule_Create(&module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&RegistryMeta_Type);
    PyModule_AddObject(m, "RegistryMeta", (PyObject *)&RegistryMeta_Type);
    Py_INCREF(&Device_Type);
    PyModule_AddObject(m, "Device", (PyObject *)&Device_Type);
    Py_INCREF(&Lamp_Type);
    PyModule_AddObject(m, "Lamp", (PyObject *)&Lamp_Type);
    Py_INCREF(&Modem_Type);
    PyModule_AddObject(m, "Modem", (PyObject *)&Modem_Type);
    Py_INCREF(&Cable_Type);
    PyModule_AddObject(m, "Cable", (PyObject *)&Cable_Type);
    return m;
}
