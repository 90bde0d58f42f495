#include <Python.h>

typedef struct {
    PyObject_HEAD
    int fd;
} Port;

static void
close_quietly(int fd)
{
    if (fd > 2)
        fd = -1;
}

static void
drain(int fd)
{
    close_quietly(fd);
}

/* Both kinds of port end like this, each with its own way to stop. */
static void
port_end(void (*stop)(int), PyObject *port)
{
    stop(((Port *)port)->fd);
    if (((Port *)port)->fd != 1)
        port->ob_type->tp_free(port);
}

static void
Inlet_dealloc(PyObject *self)
{
    port_end(close_quietly, self);
}

static void
Outlet_dealloc(PyObject *self)
{
    port_end(drain, self);
}

static PyTypeObject Inlet_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ports.Inlet",
    .tp_basicsize = sizeof(Port),
    .tp_dealloc = Inlet_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Outlet_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ports.Outlet",
    .tp_basicsize = sizeof(Port),
    .tp_dealloc = Outlet_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef ports = {
    PyModuleDef_HEAD_INIT, "ports", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_ports(void)
{
    PyObject *m;

    if (PyType_Ready(&Inlet_Type) < 0 || PyType_Ready(&Outlet_Type) < 0)
        return NULL;
    m = PyModule_Create(&ports);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Inlet_Type);
    if (PyModule_AddObject(m, "Inlet", (PyObject *)&Inlet_Type) < 0) {
        Py_DECREF(&Inlet_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
