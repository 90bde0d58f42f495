/* A table keeps instances of a type that derives from tzinfo, which the garbage collector knows nothing of. */
#include <Python.h>
#include <datetime.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyDateTime_TZInfo base;
    int hours;
} ZoneObject;

typedef struct {
    PyTypeObject *Zone_Type;
    PyObject *zones[24];
} zones_kept_in_a_table_state;

static inline zones_kept_in_a_table_state *
get_zones_kept_in_a_table_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (zones_kept_in_a_table_state *)state;
}

static PyObject *
new_zone_of(PyTypeObject *type, int hours)
{
    ZoneObject *self = (ZoneObject *)type->tp_alloc(type, 0);

    if (self != NULL)
        self->hours = hours;
    return (PyObject *)self;
}

static PyObject *
new_zone(zones_kept_in_a_table_state *state, int hours)
{
    return new_zone_of(state->Zone_Type, hours);
}

static PyObject *
zone_utcoffset(ZoneObject *self, PyObject *moment)
{
    return PyDelta_FromDSU(0, 3600 * self->hours, 0);
}

static PyMethodDef zone_methods[] = {
    {"utcoffset", (PyCFunction)zone_utcoffset, METH_O, NULL},
    {NULL, NULL}
};

static int
Zone_traverse(ZoneObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Zone_slots[] = {
    {Py_tp_methods, zone_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Zone_traverse},
    {0, NULL},
};

static PyType_Spec Zone_spec = {
    .name = "zones_kept_in_a_table.Zone",
    .basicsize = sizeof(ZoneObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Zone_slots,
};

static PyObject *
zone(PyObject *module, PyObject *given)
{
    zones_kept_in_a_table_state *state =
        get_zones_kept_in_a_table_state(module);
    PyObject *result;
    long hours = PyLong_AsLong(given);

    if (hours < 0 || hours > 23) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "hours must be in 0..23");
        return NULL;
    }
    if ((result = state->zones[hours]) == NULL) {
        result = new_zone(state, (int)hours);
        if (result == NULL)
            return NULL;
        state->zones[hours] = result;
    }
    return PyDateTimeAPI->DateTime_FromDateAndTime(
        2020, 1, 1, 0, 0, 0, 0, result, PyDateTimeAPI->DateTimeType);
}

static PyMethodDef functions[] = {
    {"zone", zone, METH_O, NULL},
    {NULL, NULL}
};

static int
zones_kept_in_a_table_traverse(PyObject *module, visitproc visit, void *arg)
{
    zones_kept_in_a_table_state *state =
        get_zones_kept_in_a_table_state(module);
    size_t i;
    Py_VISIT(state->Zone_Type);
    for (i = 0; i < sizeof(state->zones) / sizeof(state->zones[0]); i++) {
        Py_VISIT(state->zones[i]);
    }
    return 0;
}

static int
zones_kept_in_a_table_clear(PyObject *module)
{
    zones_kept_in_a_table_state *state =
        get_zones_kept_in_a_table_state(module);
    size_t i;
    Py_CLEAR(state->Zone_Type);
    for (i = 0; i < sizeof(state->zones) / sizeof(state->zones[0]); i++) {
        Py_CLEAR(state->zones[i]);
    }
    return 0;
}

static void
zones_kept_in_a_table_free(void *module)
{
    zones_kept_in_a_table_clear((PyObject *)module);
}

static int zones_kept_in_a_table_exec(PyObject *module);

static PyModuleDef_Slot zones_kept_in_a_table_slots[] = {
    {Py_mod_exec, zones_kept_in_a_table_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef zones_kept_in_a_table_module = {
    PyModuleDef_HEAD_INIT, "zones_kept_in_a_table", NULL,
    sizeof(zones_kept_in_a_table_state), functions,
    zones_kept_in_a_table_slots, zones_kept_in_a_table_traverse,
    zones_kept_in_a_table_clear, zones_kept_in_a_table_free
};

static PyTypeObject *
zones_kept_in_a_table_new_subtype(PyObject *module, PyType_Spec *spec,
                                  PyTypeObject *base)
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
zones_kept_in_a_table_exec(PyObject *module)
{
    zones_kept_in_a_table_state *state =
        get_zones_kept_in_a_table_state(module);

    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return -1;
    }
    state->Zone_Type = zones_kept_in_a_table_new_subtype(
        module, &Zone_spec, PyDateTimeAPI->TZInfoType);
    if (state->Zone_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Zone_Type);
    if (PyModule_AddObject(module, "Zone", (PyObject *)state->Zone_Type) < 0) {
        Py_DECREF(state->Zone_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_zones_kept_in_a_table(void)
{
    return PyModuleDef_Init(&zones_kept_in_a_table_module);
}
