#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int depth;
} Well;

static void
well_dealloc(Well *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static Py_ssize_t
well_length(PyObject *self)
{
    return ((Well *)self)->depth;
}

static PyObject *
well_at(PyObject *self, PyObject *key)
{
    return PyLong_FromSsize_t(well_length(self));
}

static PyTypeObject *Well_Type;

static PyType_Slot Well_slots[] = {
    {Py_tp_dealloc, well_dealloc},
    {Py_mp_length, well_length},
    {Py_mp_subscript, well_at},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Well_spec = {
    .name = "wells.Well",
    .basicsize = sizeof(Well),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Well_slots,
};

static PyTypeObject *Pump_Type;

static PyType_Slot Pump_slots[] = {
    {Py_tp_dealloc, well_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Pump_spec = {
    .name = "wells.Pump",
    .basicsize = sizeof(Well),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pump_slots,
};

static struct PyModuleDef wells_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wells",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wells(void)
{
    PyObject *m;

    m = PyModule_Create(&wells_module);
    if (m == NULL) {
        return NULL;
    }

    /* Make all types ready. */
    Well_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Well_spec, NULL);
    if (Well_Type == NULL) {
        return NULL;
    }
    Pump_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Pump_spec, NULL);
    if (Pump_Type == NULL) {
        return NULL;
    }

    Py_INCREF(Well_Type);
    if (PyModule_AddObject(m, "Well", (PyObject *)Well_Type) < 0) {
        Py_DECREF(Well_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Pump_Type);
    if (PyModule_AddObject(m, "Pump", (PyObject *)Pump_Type) < 0) {
        Py_DECREF(Pump_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
