#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
    port->ob_type->tp_free(port);
}

static void
Inlet_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    port_end(close_quietly, self);
    Py_DECREF(tp);
}

static void
Outlet_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    port_end(drain, self);
    Py_DECREF(tp);
}

static PyTypeObject *Inlet_Type;

static PyType_Slot Inlet_slots[] = {
    {Py_tp_dealloc, Inlet_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Inlet_spec = {
    .name = "ports.Inlet",
    .basicsize = sizeof(Port),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Inlet_slots,
};

static PyTypeObject *Outlet_Type;

static PyType_Slot Outlet_slots[] = {
    {Py_tp_dealloc, Outlet_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Outlet_spec = {
    .name = "ports.Outlet",
    .basicsize = sizeof(Port),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Outlet_slots,
};

static struct PyModuleDef ports = {
    PyModuleDef_HEAD_INIT, "ports", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_ports(void)
{
    PyObject *m;

    m = PyModule_Create(&ports);
    if (m == NULL)
        return NULL;

    Inlet_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Inlet_spec, NULL);
    if (Inlet_Type == NULL)
        return NULL;
    Outlet_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Outlet_spec, NULL);
    if (Outlet_Type == NULL)
        return NULL;
    Py_INCREF(Inlet_Type);
    if (PyModule_AddObject(m, "Inlet", (PyObject *)Inlet_Type) < 0) {
        Py_DECREF(Inlet_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
