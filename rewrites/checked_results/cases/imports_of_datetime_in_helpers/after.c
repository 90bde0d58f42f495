#include <Python.h>
#include <datetime.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

typedef struct {
    PyTypeObject *Zone_Type;
} zones_state;

static inline zones_state *
get_zones_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (zones_state *)state;
}

static PyType_Slot Zone_slots[] = {
    {Py_tp_methods, zone_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Zone_spec = {
    .name = "zones.Zone",
    .basicsize = sizeof(Zone),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Zone_slots,
};

static int
zones_traverse(PyObject *module, visitproc visit, void *arg)
{
    zones_state *state = get_zones_state(module);
    Py_VISIT(state->Zone_Type);
    return 0;
}

static int
zones_clear(PyObject *module)
{
    zones_state *state = get_zones_state(module);
    Py_CLEAR(state->Zone_Type);
    return 0;
}

static void
zones_free(void *module)
{
    zones_clear((PyObject *)module);
}

static int zones_exec(PyObject *m);

static PyModuleDef_Slot zones_slots[] = {
    {Py_mod_exec, zones_exec},
    {0, NULL}
};

static struct PyModuleDef zones_module = {
    PyModuleDef_HEAD_INIT, "zones", NULL, sizeof(zones_state), NULL, zones_slots,
    zones_traverse, zones_clear, zones_free
};

static PyTypeObject *
zones_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
add_zone(PyObject *module)
{
    zones_state *state = get_zones_state(module);

    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL)
        return -1;
    state->Zone_Type = zones_new_subtype(module, &Zone_spec, PyDateTimeAPI->TZInfoType);
    if (state->Zone_Type == NULL)
        return -1;
    Py_INCREF(state->Zone_Type);
    return PyModule_AddObject(module, "Zone", (PyObject *)state->Zone_Type);
}

static int
add_epoch(PyObject *module)
{
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL)
        return -1;
    return PyModule_AddObject(module, "epoch", PyDateTimeAPI->Date_FromDate(1970, 1, 1, PyDateTimeAPI->DateType));
}

static int
zones_exec(PyObject *m)
{
    if (add_zone(m) < 0 || add_epoch(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_zones(void)
{
    return PyModuleDef_Init(&zones_module);
}
