/* Devices know each other: opening one that is open gives the same again. */
#include <Python.h>

typedef struct Device {
    PyObject_HEAD
    int number;
    struct Device *next;
    struct Device *prev;
} Device;

static PyTypeObject Device_Type;

/* All devices that are open. */
static Device *devices = NULL;
/* The one that was asked last. */
static Device *last = NULL;

static PyObject *
device_open(PyObject *module, PyObject *args)
{
    Device *cur, *self;
    int number;

    if (!PyArg_ParseTuple(args, "i", &number)) {
        return NULL;
    }
    cur = devices;
    while (cur) {
        if (cur->number == number) {
            Py_INCREF(cur);
            return (PyObject *)cur;
        }
        cur = cur->next;
    }
    self = PyObject_New(Device, &Device_Type);
    if (self == NULL) {
        return NULL;
    }
    self->number = number;
    self->prev = NULL;
    self->next = devices;
    if (devices) {
        devices->prev = self;
    }
    devices = self;
    return (PyObject *)self;
}

static PyObject *
device_count(PyObject *module, PyObject *unused)
{
    Device *cur;
    long count = 0;

    for (cur = devices; cur != NULL; cur = cur->next) {
        count++;
    }
    return PyLong_FromLong(count);
}

static PyObject *
device_last(PyObject *module, PyObject *unused)
{
    return PyLong_FromLong(last != NULL ? last->number : -1);
}

static void
device_dealloc(PyObject *self)
{
    Device *device = (Device *)self;

    if (device == last) {
        last = NULL;
    }
    if (device->prev) {
        device->prev->next = device->next;
    }
    else {
        devices = device->next;
    }
    if (device->next) {
        device->next->prev = device->prev;
    }
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
device_ask(PyObject *self, PyObject *unused)
{
    Device *device = (Device *)self;

    last = device;
    return PyLong_FromLong(device->number);
}

static PyMethodDef device_methods[] = {
    {"ask", device_ask, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Device_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain_of_live_instances.Device",
    .tp_basicsize = sizeof(Device),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = device_dealloc,
    .tp_methods = device_methods,
};

static PyMethodDef functions[] = {
    {"open", device_open, METH_VARARGS, NULL},
    {"count", device_count, METH_NOARGS, NULL},
    {"last", device_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "chain_of_live_instances",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_chain_of_live_instances(void)
{
    PyObject *module;

    if (PyType_Ready(&Device_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Device_Type);
    if (PyModule_AddObject(module, "Device", (PyObject *)&Device_Type) < 0) {
        Py_DECREF(&Device_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
