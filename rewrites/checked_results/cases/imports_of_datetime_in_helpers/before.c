#include <Python.h>
#include <datetime.h>

typedef struct {
    PyObject_HEAD
    int offset;
} Zone;

static PyObject *
zone_utcoffset(Zone *self, PyObject *Py_UNUSED(when))
{
    return PyDelta_FromDSU(0, self->offset * 60, 0);
}

static PyMethodDef zone_methods[] = {
    {"utcoffset", (PyCFunction)zone_utcoffset, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Zone_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "zones.Zone",
    .tp_basicsize = sizeof(Zone),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = zone_methods,
};

static struct PyModuleDef zones_module = {
    PyModuleDef_HEAD_INIT, "zones", NULL, -1, NULL
};

static int
add_zone(PyObject *module)
{
    PyDateTime_IMPORT;
    Zone_Type.tp_base = PyDateTimeAPI->TZInfoType;
    Zone_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Zone_Type) < 0)
        return -1;
    Py_INCREF(&Zone_Type);
    return PyModule_AddObject(module, "Zone", (PyObject *)&Zone_Type);
}

static int
add_epoch(PyObject *module)
{
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL)
        return -1;
    return PyModule_AddObject(module, "epoch", PyDateTimeAPI->Date_FromDate(1970, 1, 1, PyDateTimeAPI->DateType));
}

PyMODINIT_FUNC
PyInit_zones(void)
{
    PyObject *m = PyModule_Create(&zones_module);

    if (m == NULL)
        return NULL;
    if (add_zone(m) < 0 || add_epoch(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
