/* A table keeps instances of a type that derives from tzinfo, which the garbage collector knows nothing of. */
#include <Python.h>
#include <datetime.h>

typedef struct {
    PyDateTime_TZInfo base;
    int hours;
} ZoneObject;

static PyTypeObject Zone_Type;
static PyObject *zones[24] = {NULL};

static PyObject *
new_zone_of(PyTypeObject *type, int hours)
{
    ZoneObject *self = (ZoneObject *)type->tp_alloc(type, 0);

    if (self != NULL)
        self->hours = hours;
    return (PyObject *)self;
}

static PyObject *
new_zone(int hours)
{
    return new_zone_of(&Zone_Type, hours);
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

static PyTypeObject Zone_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "zones_kept_in_a_table.Zone",
    .tp_basicsize = sizeof(ZoneObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = zone_methods,
};

static PyObject *
zone(PyObject *module, PyObject *given)
{
    PyObject *result;
    long hours = PyLong_AsLong(given);

    if (hours < 0 || hours > 23) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "hours must be in 0..23");
        return NULL;
    }
    if ((result = zones[hours]) == NULL) {
        result = new_zone((int)hours);
        if (result == NULL)
            return NULL;
        zones[hours] = result;
    }
    return PyDateTimeAPI->DateTime_FromDateAndTime(
        2020, 1, 1, 0, 0, 0, 0, result, PyDateTimeAPI->DateTimeType);
}

static PyMethodDef functions[] = {
    {"zone", zone, METH_O, NULL},
    {NULL, NULL}
};

static struct PyModuleDef zones_kept_in_a_table_module = {
    PyModuleDef_HEAD_INIT, "zones_kept_in_a_table", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_zones_kept_in_a_table(void)
{
    PyObject *module = PyModule_Create(&zones_kept_in_a_table_module);

    if (module == NULL)
        return NULL;
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Zone_Type.tp_base = PyDateTimeAPI->TZInfoType;
    Zone_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Zone_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Zone_Type);
    if (PyModule_AddObject(module, "Zone", (PyObject *)&Zone_Type) < 0) {
        Py_DECREF(&Zone_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
