#include <Python.h>

typedef struct {
    PyObject_HEAD
    int port;
} Device;

typedef struct {
    PyHeapTypeObject head;
    int count;
} Registry;

static PyObject *
Registry_new(PyTypeObject *meta, PyObject *args, PyObject *kwds)
{
    return PyType_Type.tp_new(meta, args, kwds);
}

static PyTypeObject Registry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "devices.Registry",
    .tp_basicsize = sizeof(Registry),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &PyType_Type,
    .tp_new = Registry_new,
};

static PyTypeObject Device_Type = {
    PyVarObject_HEAD_INIT(&Registry_Type, 0)
    .tp_name = "devices.Device",
    .tp_basicsize = sizeof(Device),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static int
devices_exec(PyObject *module)
{
    if (PyType_Ready(&Registry_Type) < 0 || PyType_Ready(&Device_Type) < 0) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Device", (PyObject *)&Device_Type);
}

static PyModuleDef_Slot devices_slots[] = {
    {Py_mod_exec, devices_exec},
    {0, NULL}
};

static struct PyModuleDef devices_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "devices",
    .m_slots = devices_slots,
};

PyMODINIT_FUNC
PyInit_devices(void)
{
    return PyModuleDef_Init(&devices_module);
}
