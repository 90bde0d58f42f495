#include <Python.h>

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
static PyTypeObject Cable_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "custom_metaclass.Cable",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "custom_metaclass", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_custom_metaclass(void)
{
    PyObject *m;

    RegistryMeta_Type.tp_base = &PyType_Type;
    if (PyType_Ready(&RegistryMeta_Type) < 0)
        return NULL;
    if (PyType_Ready(&Device_Type) < 0)
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
    Py_INCREF(&Cable_Type);
    PyModule_AddObject(m, "Cable", (PyObject *)&Cable_Type);
    return m;
}
